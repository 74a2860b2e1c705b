import { useTranslation } from 'react-i18next';
import { SearchInput } from '@/components/shared/search-input';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { useAddressParams } from '@/lib/use-address-params';

/** Search and filter live in the address, so that a list can be shared and survives a reload. */
export function CodeToolbar({
  onExport,
  exportable,
}: {
  onExport: () => void;
  exportable: boolean;
}) {
  const { t } = useTranslation(['cost-codes', 'common']);
  const [params, change] = useAddressParams();
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
      <SearchInput
        label={t('search')}
        value={params.get('search') ?? ''}
        onValueChange={(value) => change('search', value)}
      />
      <Select
        size="compact"
        className="w-44 max-sm:w-auto max-sm:flex-1"
        aria-label={t('filter.label')}
        value={params.get('show') === 'archived' ? 'archived' : 'active'}
        onValueChange={(value) => change('show', value === 'archived' ? value : '')}
        options={[
          { value: 'active', label: t('filter.active') },
          { value: 'archived', label: t('filter.archived') },
        ]}
      />
      <Button size="small" className="ml-auto" disabled={!exportable} onClick={onExport}>
        {t('export')}
      </Button>
    </div>
  );
}
