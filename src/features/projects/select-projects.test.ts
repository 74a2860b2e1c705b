import { expect, test } from 'vitest';
import type { Project } from '@/features/projects/api/queries';
import { selectProjects } from './select-projects';

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

test('the three sorts sort', () => {
  expect(names(selectProjects(all, '', 'all', 'oldest'))).toEqual(['Elm Duplex', 'Peña Tower']);
  expect(names(selectProjects(all, '', 'all', 'deadline'))).toEqual(['Peña Tower', 'Elm Duplex']);
});

test('two thousand projects are searched within a keystroke', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => project(`Project ${index}`));
  expect(selectProjects(many, 'project 1999', 'all', 'updated')).toHaveLength(1);
});
