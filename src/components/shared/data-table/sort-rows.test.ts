import { describe, expect, it } from 'vitest';
import type { Column } from './column';
import { nextSort, sortRows } from './sort-rows';

interface Row {
  name: string;
  hours: number | null;
}

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortBy: (row) => row.name },
  { id: 'hours', header: 'Hours', cell: (row) => row.hours, sortBy: (row) => row.hours },
];
const rows: Row[] = [
  { name: 'Élan', hours: 3 },
  { name: 'zoe', hours: null },
  { name: 'Amir', hours: 12 },
];
const names = (sorted: readonly Row[]): string[] => sorted.map((row) => row.name);

describe('sortRows', () => {
  it('sorts words by language and numbers by size, nothing last', () => {
    const by = (column: string, direction: 'ascending' | 'descending') =>
      names(sortRows(rows, columns, { column, direction }, 'en-US'));
    expect(by('name', 'ascending')).toEqual(['Amir', 'Élan', 'zoe']);
    expect(by('hours', 'ascending')).toEqual(['Élan', 'Amir', 'zoe']);
    expect(by('hours', 'descending')).toEqual(['Amir', 'Élan', 'zoe']);
  });

  it('leaves the list alone without a sort', () => {
    expect(sortRows(rows, columns, null, 'en-US')).toBe(rows);
  });

  it('goes through ascending, descending and back', () => {
    const first = nextSort(null, 'name');
    const second = nextSort(first, 'name');
    expect(second?.direction).toBe('descending');
    expect(nextSort(second, 'name')).toBeNull();
  });
});
