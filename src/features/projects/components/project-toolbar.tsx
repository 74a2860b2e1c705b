import type { ReactNode } from 'react';
import { SearchInput } from '@/components/shared/search-input';
import { Select } from '@/components/ui/select';
import { FILTERS, type Filter, SORTS, type Sort } from '@/features/projects/select-projects';
import { useTranslation } from '@/lib/use-translation';

export interface ProjectToolbarProps {
  search: string;
  filter: Filter;
  sort: Sort;
  view: 'cards' | 'table';
  onChange: (name: 'search' | 'status' | 'sort' | 'view', value: string | null) => void;
  /** Further filters. */
  children?: ReactNode;
}

export function ProjectToolbar(props: ProjectToolbarProps) {
  const { search, filter, sort, view, onChange, children } = props;
  const { t } = useTranslation('projects');
  return (
    <div data-print="hide" className="mb-4 flex flex-wrap items-center gap-2">
      <SearchInput
        label={t('search')}
        value={search}
        onValueChange={(value) => onChange('search', value)}
      />
      <Select
        size="compact"
        className="w-44 max-sm:w-auto max-sm:flex-1"
        aria-label={t('filter.label')}
        value={filter}
        onValueChange={(value) => onChange('status', value)}
        options={FILTERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      {view === 'cards' && (
        <Select
          size="compact"
          className="w-44 max-sm:w-auto max-sm:flex-1"
          aria-label={t('sort.label')}
          value={sort}
          onValueChange={(value) => onChange('sort', value)}
          options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        />
      )}
      {children}
      <Select
        size="compact"
        className="ml-auto w-32 max-sm:w-auto max-sm:flex-1"
        aria-label={t('view.label')}
        value={view}
        onValueChange={(value) => onChange('view', value === 'cards' ? null : value)}
        options={(['cards', 'table'] as const).map((value) => ({
          value,
          label: t(`view.${value}`),
        }))}
      />
    </div>
  );
}
