import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import { openPart } from '@/testing/open';

const plant = {
  id: 'plant',
  name: 'Water plant',
  name_es: 'Planta de agua',
  client: null,
  number: null,
  status: 'active',
  color: null,
  archived_at: null,
  time_zone: null,
};
const pier = { ...plant, id: 'pier', name: 'Pier 4', name_es: null };
const forming = { id: 'f', code: '03 11', name: 'Forming', name_es: 'Cimbra', active: true };

const open = (language: 'en' | 'es') =>
  openPart(
    <>
      <ProjectPicker value={null} onValueChange={() => undefined} aria-label="project" />
      <CostCodePicker
        projectId="pier"
        value={null}
        onValueChange={() => undefined}
        aria-label="code"
      />
    </>,
    {
      namespaces: [],
      as: 'employee',
      language,
      answers: {
        'GET projects': [plant, pier],
        'GET cost_codes': [{ ...forming, code_group: null }],
        'GET project_cost_codes': [],
      },
    },
  );

test('who works in Spanish chooses by the second name and finds by the first', async () => {
  const { user } = await open('es');
  await user.click(screen.getByRole('combobox', { name: 'project' }));
  expect(await screen.findByRole('option', { name: 'Planta de agua' })).toBeVisible();
  expect(screen.getByRole('option', { name: 'Pier 4' })).toBeVisible();
  await user.keyboard('Water');
  expect(await screen.findByRole('option', { name: 'Planta de agua' })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Pier 4' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('combobox', { name: 'code' }));
  expect(await screen.findByRole('option', { name: /Cimbra/ })).toBeVisible();
});

test('everybody else reads the name', async () => {
  const { user } = await open('en');
  await user.click(screen.getByRole('combobox', { name: 'project' }));
  expect(await screen.findByRole('option', { name: 'Water plant' })).toBeVisible();
});
