import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CustomFieldsCard } from '@/features/custom-fields/custom-fields-card';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const field = (changes: object) => ({
  id: '00000000-0000-7000-8000-0000000000f1',
  on_table: 'projects',
  name: 'Area',
  name_es: 'Zona',
  kind: 'choice',
  choices: [{ id: 'c1', name: 'North', name_es: 'Norte', archived: false }],
  required: false,
  shown: 'desk',
  position: 1,
  archived_at: null,
  ...changes,
});

const open = (rows: object[], options: object = {}) =>
  openPart(<CustomFieldsCard />, {
    namespaces: ['custom-fields'],
    answers: { 'GET custom_fields': rows, 'POST custom_fields': null },
    ...options,
  });

test('a choice is made with names in both languages, and needs each of its own', async () => {
  const { user, backend } = await open([]);
  await user.click(await screen.findByRole('button', { name: words('custom-fields:add') }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByLabelText(words('custom-fields:field.name')), 'Shift');
  await user.click(dialog.getByLabelText(words('custom-fields:field.kind')));
  await user.click(await screen.findByRole('option', { name: words('custom-fields:kind.choice') }));
  const save = dialog.getByRole('button', { name: words('common:action.save') });
  await user.click(save);
  expect(dialog.getByText(words('custom-fields:refused.choiceNames'))).toBeVisible();
  const first = words('custom-fields:field.choice').replace('{{number}}', '1');
  const spanish = words('custom-fields:field.choiceSpanish').replace('{{number}}', '1');
  await user.type(dialog.getByLabelText(first), 'Day');
  await user.type(dialog.getByLabelText(spanish), 'Día');
  await user.click(save);
  expect(backend.sent('POST custom_fields')).toMatchObject([
    { name: 'Shift', kind: 'choice', shown: 'desk', choices: [{ name: 'Day', name_es: 'Día' }] },
  ]);
});

test('what the database refuses stands in its field, and what was typed stays', async () => {
  const { user } = await open([field({})], {
    answers: {
      'GET custom_fields': [field({})],
      'POST rpc/save_changes': new Refusal(400, { hint: 'custom_field_kind_in_use' }),
    },
  });
  const edit = words('custom-fields:edit').replace('{{name}}', 'Area');
  await user.click(await screen.findByRole('button', { name: edit }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByLabelText(words('custom-fields:field.kind')));
  await user.click(await screen.findByRole('option', { name: words('custom-fields:kind.text') }));
  await user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  expect(await dialog.findByText(words('custom-fields:refused.kind'))).toBeVisible();
  expect(dialog.getByLabelText(words('custom-fields:field.name'))).toHaveValue('Area');
});

test('managers do not switch on what stands before the clock', async () => {
  const { user } = await open([field({ on_table: 'time_entries', shown: 'phone' })], {
    as: 'manager',
  });
  const edit = words('custom-fields:edit').replace('{{name}}', 'Area');
  await user.click(await screen.findByRole('button', { name: edit }));
  expect(screen.getByLabelText(words('custom-fields:field.required'))).toBeDisabled();
});

test('employees see nothing of it', async () => {
  await open([], { as: 'employee' });
  expect(screen.queryByText(words('custom-fields:title'))).toBeNull();
});
