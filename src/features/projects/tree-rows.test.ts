import { expect, test } from 'vitest';
import type { Project } from '@/features/projects/api/queries';
import { treeRows } from '@/features/projects/tree-rows';

const row = (id: string, parent_id: string | null = null) => ({ id, parent_id }) as Project;
const SHOWN = [
  row('site'),
  row('level', 'site'),
  row('framing', 'level'),
  row('barn'),
  row('lone', 'gone'),
];
const lines = (closed: string[] = []) =>
  treeRows(SHOWN, new Set(closed)).map(({ project, depth, opens }) => [project.id, depth, opens]);

test('every level stands below the one it is a part of', () => {
  expect(lines()).toEqual([
    ['site', 0, true],
    ['level', 1, true],
    ['framing', 2, false],
    ['barn', 0, false],
    ['lone', 0, false],
  ]);
});

test('what is closed hides everything below it', () => {
  expect(lines(['site']).map(([id]) => id)).toEqual(['site', 'barn', 'lone']);
  expect(lines(['level']).map(([id]) => id)).toEqual(['site', 'level', 'barn', 'lone']);
});
