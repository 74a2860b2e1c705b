import { useTranslation } from 'react-i18next';
import { SearchInput } from '@/components/shared/search-input';
import { Select } from '@/components/ui/select';
import { FILTERS, type Filter, SORTS, type Sort } from '@/features/projects/select-projects';

export interface ProjectToolbarProps {
  search: string;
  filter: Filter;
  sort: Sort;
  onChange: (name: 'search' | 'status' | 'sort', value: string) => void;
}

export function ProjectToolbar({ search, filter, sort, onChange }: ProjectToolbarProps) {
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
      <Select
        size="compact"
        className="w-44 max-sm:w-auto max-sm:flex-1"
        aria-label={t('sort.label')}
        value={sort}
        onValueChange={(value) => onChange('sort', value)}
        options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
    </div>
  );
}
