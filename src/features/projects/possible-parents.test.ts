import { expect, test } from 'vitest';
import type { TreeRow } from '@/entities/project/project-paths';
import { possibleParents } from '@/features/projects/possible-parents';

const row = (id: string, parent_id: string | null = null, archived_at: string | null = null) =>
  ({ id, name: id, parent_id, archived_at }) satisfies TreeRow;
const TREE = [
  row('site'),
  row('level', 'site'),
  row('framing', 'level'),
  row('barn'),
  row('old', null, '2026-01-01'),
];
const ids = (moved: string | null) => possibleParents(TREE, moved).map(({ id }) => id);

test('a new project goes anywhere but below a sub-phase or what is archived', () => {
  expect(ids(null)).toEqual(['site', 'level', 'barn']);
});

test('a branch goes where all its levels fit, and never below itself', () => {
  expect(ids('barn')).toEqual(['site', 'level']);
  expect(ids('framing')).toEqual(['site', 'level', 'barn']);
  expect(ids('level')).toEqual(['site', 'barn']);
  expect(ids('site')).toEqual([]);
});
