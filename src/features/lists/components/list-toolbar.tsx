import type { ReactNode } from 'react';
import { SearchInput } from '@/components/shared/search-input';
import { Select } from '@/components/ui/select';
import type { ListDefinition } from '@/features/lists/list-definition';
import { useColumnLabel } from '@/features/lists/use-column-label';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

interface ListToolbarProps {
  definition: ListDefinition;
  /** Texts of the filter column. */
  choices: readonly string[];
  count: number;
  archivedCount: number;
  children: ReactNode;
}

const ALL = '*';

/** Search and filters, kept in the address. */
export function ListToolbar(props: ListToolbarProps) {
  const { definition, choices, count, archivedCount, children } = props;
  const { t } = useTranslation('lists');
  const labelOf = useColumnLabel();
  const [params, change] = useAddressParams();
  const archived = params.get('show') === 'archived';
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3">
      <SearchInput
        label={t('find', { list: t(`list.${definition.name}`).toLowerCase() })}
        value={params.get('search') ?? ''}
        onValueChange={(value) => change('search', value)}
      />
      {definition.filter && choices.length > 0 && (
        <Select
          size="compact"
          aria-label={labelOf(definition.filter)}
          value={params.get('filter') ?? ALL}
          onValueChange={(value) => change('filter', value === ALL ? null : value)}
          options={[
            { value: ALL, label: t('all', { column: labelOf(definition.filter) }) },
            ...choices.map((choice) => ({ value: choice, label: choice })),
          ]}
        />
      )}
      {definition.archive && (
        <Select
          size="compact"
          aria-label={t('state.label')}
          value={archived ? 'archived' : 'active'}
          onValueChange={(value) => change('show', value === 'archived' ? 'archived' : null)}
          options={[
            { value: 'active', label: t('state.active') },
            { value: 'archived', label: t('state.archived') },
          ]}
        />
      )}
      {children}
      <span className="tabular ml-auto text-muted text-sm">
        {t('rows.count', { count })}
        {!archived && archivedCount > 0 && ` · ${t('rows.hidden', { count: archivedCount })}`}
      </span>
    </div>
  );
}
