import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
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
      <div className="relative min-w-48 flex-1 sm:max-w-80">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
        />
        <Input
          type="search"
          className="pl-9"
          aria-label={t('search')}
          placeholder={t('search')}
          value={params.get('search') ?? ''}
          onChange={(event) => set('search', event.target.value)}
        />
      </div>
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
