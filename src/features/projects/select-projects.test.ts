import { expect, test } from 'vitest';
import type { Project } from '@/features/projects/api/queries';
import { SORTS, type Sort, selectProjects } from './select-projects';

const project = (name: string, fields: Partial<Project> = {}) =>
  ({
    name,
    client: null,
    number: null,
    status: 'active',
    archived_at: null,
    created_at: '2026-01-01',
    updated_at: '2026-01-01',
    deadline: null,
    ...fields,
  }) as Project;

const all = [
  project('Peña Tower', { client: 'Northbank', updated_at: '2026-03-01', deadline: '2026-12-01' }),
  project('Elm Duplex', { client: 'Álvarez', status: 'completed', created_at: '2025-01-01' }),
  project('Old Barn', { archived_at: '2026-02-01' }),
];
const names = (projects: Project[]) => projects.map(({ name }) => name);

test('search looks at name and client without accents and case', () => {
  expect(names(selectProjects(all, 'PENA', 'all', 'updated'))).toEqual(['Peña Tower']);
  expect(names(selectProjects(all, 'alvarez', 'all', 'updated'))).toEqual(['Elm Duplex']);
});

test('archived projects stand apart', () => {
  expect(names(selectProjects(all, '', 'all', 'updated'))).toEqual(['Peña Tower', 'Elm Duplex']);
  expect(names(selectProjects(all, '', 'archived', 'updated'))).toEqual(['Old Barn']);
});

test('each sort has its own order', () => {
  const sorted = [
    project('A', { updated_at: '2026-03-02', created_at: '2025-01-02', deadline: '2026-12-01' }),
    project('B', { updated_at: '2026-03-01', created_at: '2025-01-01', deadline: null }),
    project('C', { updated_at: '2026-03-03', created_at: '2025-01-03', deadline: '2026-12-02' }),
  ];
  const by = (sort: Sort) => names(selectProjects(sorted, '', 'all', sort)).join('');
  expect(Object.fromEntries(SORTS.map((sort) => [sort, by(sort)]))).toEqual({
    updated: 'CAB',
    oldest: 'BAC',
    deadline: 'ACB',
  });
});

test('parts of a project follow it, and stand alone where it is not shown', () => {
  const tower = project('Tower', { id: 't', updated_at: '2026-01-02' });
  const site = [
    project('Barn', { id: 'b', updated_at: '2026-01-03' }),
    project('Garage', { id: 'g', parent_id: 't', updated_at: '2026-01-04' }),
    tower,
    project('Ramp', { id: 'r', parent_id: 'g' }),
  ];
  expect(names(selectProjects(site, '', 'all', 'updated'))).toEqual([
    'Barn',
    'Tower',
    'Garage',
    'Ramp',
  ]);
  expect(names(selectProjects(site, 'garage', 'all', 'updated'))).toEqual(['Garage']);
});
