import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SearchInput } from '@/components/shared/search-input';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';

/** Search and filter live in the address, so that a list can be shared and survives a reload. */
export function CodeToolbar({
  onExport,
  exportable,
}: {
  onExport: () => void;
  exportable: boolean;
}) {
  const { t } = useTranslation(['cost-codes', 'common']);
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (current) => {
        if (value) current.set(name, value);
        else current.delete(name);
        return current;
      },
      { replace: true },
    );
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
      <SearchInput
        label={t('search')}
        value={params.get('search') ?? ''}
        onValueChange={(value) => set('search', value)}
      />
      <Select
        size="compact"
        className="w-44 max-sm:w-auto max-sm:flex-1"
        aria-label={t('filter.label')}
        value={params.get('show') === 'archived' ? 'archived' : 'active'}
        onValueChange={(value) => set('show', value === 'archived' ? value : '')}
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
