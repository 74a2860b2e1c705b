import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import AssignmentDialog from '@/features/forms/components/assignment-dialog';
import { openPart, words } from '@/testing/open';

test('a form is assigned to a class of machines', async () => {
  const form = { id: 'f1', name: 'Daily check', name_es: '', archived_at: null, series: null };
  const { user, backend } = await openPart(
    <AssignmentDialog companyId="c1" opened={null} formId="f1" onClose={vi.fn()} />,
    {
      namespaces: ['forms', 'form-fill'],
      answers: {
        'GET forms': [form],
        'GET crews': [],
        'GET equipment_classes': [{ id: 'k1', name: 'Loaders' }],
        'POST form_assignments': {},
      },
    },
  );
  const choose = async (label: string, option: string) => {
    await user.click(await screen.findByLabelText(label));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose(words('forms:assign.where'), words('forms:assign.class'));
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  expect(await screen.findByText(words('forms:assign.chooseClass'))).toBeVisible();
  expect(backend.sent('POST form_assignments')).toEqual([]);
  await choose(words('forms:assign.className'), 'Loaders');
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  await expect
    .poll(() => backend.sent('POST form_assignments'))
    .toMatchObject([{ form_id: 'f1', equipment_class_id: 'k1', equipment_id: null }]);
});

test('without classes nothing is said of them', async () => {
  const { user } = await openPart(
    <AssignmentDialog companyId="c1" opened={null} onClose={vi.fn()} />,
    {
      namespaces: ['forms', 'form-fill'],
      answers: { 'GET forms': [], 'GET crews': [], 'GET equipment_classes': [] },
    },
  );
  await user.click(await screen.findByLabelText(words('forms:assign.where')));
  const list = within(await screen.findByRole('listbox'));
  expect(list.getByRole('option', { name: words('forms:assign.equipment') })).toBeVisible();
  expect(list.queryByRole('option', { name: words('forms:assign.class') })).toBeNull();
});
