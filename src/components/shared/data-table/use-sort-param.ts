import { useSearchParams } from 'react-router';
import type { Sort } from './column';

/** Keeps a table's sorting in the address: `?sort=name`, `?sort=-hours`. */
export function useSortParam(
  fallback: Sort | null = null,
  parameter = 'sort',
): [Sort | null, (sort: Sort | null) => void] {
  const [search, setSearch] = useSearchParams();
  const text = search.get(parameter);
  const sort: Sort | null = text
    ? {
        column: text.replace(/^-/, ''),
        direction: text.startsWith('-') ? 'descending' : 'ascending',
      }
    : fallback;
  const setSort = (next: Sort | null): void => {
    setSearch(
      (params) => {
        if (next) params.set(parameter, (next.direction === 'descending' ? '-' : '') + next.column);
        else params.delete(parameter);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [sort, setSort];
}
