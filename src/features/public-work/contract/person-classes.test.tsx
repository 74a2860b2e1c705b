import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PersonClassDialog } from '@/features/public-work/contract/components/person-class-dialog';
import { openPart, words } from '@/testing/open';

const person = (id: string, first_name: string) => ({
  id,
  user_id: null,
  first_name,
  last_name: 'Diaz',
  role: 'employee',
  active: true,
});

test('many people get a usual class at once; who is refused stays ticked with the reason', async () => {
  const classes = [{ id: 'k1', code: 'CARP', name: 'Carpenter', hasEnded: false }];
  const { user, backend } = await openPart(
    <PersonClassDialog
      projectId="p1"
      determinations={[]}
      classes={classes as never}
      value={null}
      onClose={() => undefined}
    />,
    {
      namespaces: ['public-contract', 'fringe'],
      answers: {
        'GET employees': [person('e1', 'Ana'), person('e2', 'Bo')],
        'POST rpc/save_rows': [
          { result: 'new', reason: null, message: null },
          { result: 'error', reason: 'employee_classifications_once', message: '' },
        ],
      },
    },
  );
  const dialog = within(await screen.findByRole('dialog'));
  const save = () => user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  await dialog.findByLabelText('Ana Diaz');
  await save();
  expect(dialog.getByText(words('public-contract:wrong.person'))).toBeVisible();
  expect(backend.sent('POST rpc/save_rows')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: words('fringe:people.allOf') }));
  await user.click(dialog.getByRole('combobox', { name: words('public-contract:codes.class') }));
  await user.click(await screen.findByRole('option', { name: /Carpenter/ }));
  await save();
  expect(
    await dialog.findByText(
      `Bo Diaz: ${words('public-contract:failure.employee_classifications_once')}`,
    ),
  ).toBeVisible();
  expect(dialog.getByLabelText('Bo Diaz')).toBeChecked();
  expect(dialog.getByLabelText('Ana Diaz')).not.toBeChecked();
  const fields = { project_id: 'p1', classification_id: 'k1', cash_in_lieu: null };
  expect(backend.sent('POST rpc/save_rows')).toMatchObject([
    {
      list_param: 'employee_classifications',
      rows_param: [
        { new: true, values: { ...fields, employee_id: 'e1' } },
        { new: true, values: { ...fields, employee_id: 'e2' } },
      ],
    },
  ]);
});
