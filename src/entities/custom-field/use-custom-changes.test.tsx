import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useCustomChanges } from '@/entities/custom-field/use-custom-changes';
import { openPart } from '@/testing/open';

const field = (id: string, name: string, kind: string, more: object = {}) => ({
  id,
  name,
  name_es: null,
  kind,
  choices: [],
  on_table: 'projects',
  archived_at: null,
  ...more,
});
const FIELDS = [
  field('shift', 'Shift', 'choice', {
    choices: [{ id: 'c1', name: 'Night', name_es: null, archived: true }],
    archived_at: '2026-03-01T00:00:00Z',
  }),
  field('crews', 'Crews', 'number'),
];

function Changes({ event }: { event: Parameters<ReturnType<typeof useCustomChanges>>[0] }) {
  const changes = useCustomChanges([event])(event);
  return <p>{changes.map(({ name, from, to }) => `${name}: ${from} > ${to}`).join(', ')}</p>;
}

const open = (before: object | null, after: object | null) =>
  openPart(
    <Changes event={{ before: before && { custom: before }, after: after && { custom: after } }} />,
    { namespaces: ['custom-fields'], as: 'manager', answers: { 'GET custom_fields': FIELDS } },
  );

test('answers are named as people know them, those of archived fields too', async () => {
  await open({ crews: 2 }, { crews: 3, shift: 'c1' });
  expect(
    await screen.findByText('Crews: 2 > 3, Shift:  > Night', { normalizer: String }),
  ).toBeVisible();
});

test('without a change of them nothing is asked', async () => {
  const { backend } = await open({ crews: 2 }, { crews: 2 });
  expect(backend.sent('GET custom_fields')).toEqual([]);
});
