import { expect, test } from 'vitest';
import { branchOf, lineOf, type TreeRow, withPaths } from '@/entities/project/project-paths';

const row = (
  id: string,
  parent_id: string | null = null,
  more: Partial<TreeRow> = {},
): TreeRow => ({
  id,
  name: id,
  name_es: null,
  parent_id,
  archived_at: null,
  ...more,
});
const SITE = [
  row('Framing', 'Level 2'),
  row('Riverside', null, { name_es: 'La Ribera' }),
  row('Level 2', 'Riverside'),
  row('Barn'),
];

test('a phase is named, sorted and found with what it is a part of', () => {
  expect(withPaths(SITE, false).map(({ name, hasPhases }) => [name, hasPhases])).toEqual([
    ['Barn', false],
    ['Riverside', true],
    ['Riverside › Level 2', true],
    ['Riverside › Level 2 › Framing', false],
  ]);
  expect(withPaths(SITE, true).map(({ name }) => name)).toContain('La Ribera › Level 2 › Framing');
  expect(withPaths(SITE, true).find(({ id }) => id === 'Riverside')).toMatchObject({
    leaf: 'La Ribera',
    name_es: 'Riverside',
  });
});

test('what its reader may not see is left out of the path', () => {
  expect(withPaths([row('Framing', 'Level 2')], false)).toMatchObject([
    { name: 'Framing', above: '' },
  ]);
});

test('archived phases are none', () => {
  const [site] = withPaths(
    [row('Riverside'), row('Old', 'Riverside', { archived_at: 'x' })],
    false,
  );
  expect(site?.hasPhases).toBe(false);
});

test('a branch is all below, a line all above', () => {
  expect([...branchOf(SITE, 'Riverside')].sort()).toEqual(['Framing', 'Level 2', 'Riverside']);
  expect(lineOf(SITE, 'Framing')).toEqual(['Framing', 'Level 2', 'Riverside']);
  expect(lineOf(SITE, 'gone')).toEqual(['gone']);
});

test('a circle in a stored answer ends', () => {
  const circle = [row('a', 'b'), row('b', 'a')];
  expect(withPaths(circle, false)).toHaveLength(2);
  expect(branchOf(circle, 'a').size).toBe(2);
});

test('without a project there is no branch', () => {
  expect([...branchOf(SITE, '')]).toEqual(['']);
});
