import { describe, expect, it } from 'vitest';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { listRows } from '@/features/time-tracker/list/entry-rows';

const entry = (id: string, employee_id: string) => ({ id, employee_id }) as TimeEntry;
const summary = {
  entries: 3,
  minutes: 90,
  running: [],
  groups: [
    { key: 'amir', entries: 2, minutes: 60 },
    { key: 'jo', entries: 1, minutes: 30 },
  ],
};

describe('listRows', () => {
  it('puts a heading with its figures before each group', () => {
    const rows = listRows(
      [entry('1', 'amir'), entry('2', 'amir'), entry('3', 'jo')],
      summary,
      'employee',
    );
    expect(
      rows.map((row) => (row.kind === 'group' ? `${row.key} ${row.minutes}` : row.entry.id)),
    ).toEqual(['amir 60', '1', '2', 'jo 30', '3']);
  });

  it('has a class once, under whichever modifications it was worked', () => {
    const worked = (id: string, classification_id: string, group_key?: string) => ({
      ...entry(id, 'amir'),
      classification_id,
      ...(group_key && { group_key }),
    });
    const groups = [{ key: 'newest', entries: 3, minutes: 90 }];
    const rows = listRows(
      [worked('1', 'newest'), worked('2', 'newest', 'newest'), worked('3', 'older', 'newest')],
      { ...summary, groups },
      'classification',
    );
    expect(
      rows.map((row) => (row.kind === 'group' ? `${row.key} ${row.minutes}` : row.entry.id)),
    ).toEqual(['newest 90', '1', '2', '3']);
  });

  it('adds no headings to a plain list', () => {
    expect(listRows([entry('1', 'amir')], summary, null)).toHaveLength(1);
  });
});
