import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { EntryDialog } from '@/features/time-tracker/entry-form/entry-dialog';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID, EMPLOYEE_ID } from '@/testing/people';

const PROJECT = '00000000-0000-7000-8000-0000000000a1';
const ENTRY = '00000000-0000-7000-8000-0000000000e1';
const LINE = {
  work_date: '2026-11-10',
  project_id: PROJECT,
  cost_code_id: null,
  pay_code: 'OT',
  minutes: 60,
  amount_cents: 3465,
  posted: true,
};
const locked = new Refusal(400, { code: 'P0001', hint: 'period_locked', message: 'Locked.' });

const ANSWERS = {
  'GET projects': [{ id: PROJECT, name: 'Riverside Tower', status: 'active', archived_at: null }],
  'GET cost_codes': [],
  'GET project_cost_codes': [],
  'GET equipment': [],
  'GET overtime_policies': [],
  'GET break_types': [],
  'GET employees': [
    { id: EMPLOYEE_ID, first_name: 'Maria', last_name: 'Reyes', role: 'owner', active: true },
    { id: COMPANY_ID, first_name: 'Tess', last_name: 'Soto', role: 'employee', active: true },
  ],
  'GET time_entries': {
    id: ENTRY,
    employee_id: COMPANY_ID,
    clock_in: '2026-11-10T12:00:00+00:00',
    clock_out: '2026-11-10T16:00:00+00:00',
    work_date: '2026-11-10',
    project_id: PROJECT,
    cost_code_id: null,
    equipment_id: null,
    notes: null,
    meal_waived: false,
    source: 'timer',
    device: null,
    updated_at: '2026-11-10T17:00:00+00:00',
  },
  'GET time_entry_breaks': [],
  'GET pay_periods': [{ id: COMPANY_ID }],
  'GET approvals': [],
  'GET synced_events': [],
  'POST rpc/time_entry_history': [],
  'HEAD photos': null,
  'POST rpc/late_time_preview': [LINE],
  'POST rpc/enter_late_time': [LINE],
  'POST rpc/save_time_entry': locked,
};

function open(entryId: string | null, as: 'manager' | 'employee' = 'manager', answers = {}) {
  return openPart(
    <EntryDialog entryId={entryId} onClose={() => undefined} onOpenEntry={() => undefined} />,
    {
      namespaces: ['time-tracker', 'timer'],
      as,
      answers: { ...ANSWERS, ...answers },
    },
  );
}
const dialog = async () => within(await screen.findByRole('dialog'));
type Dialog = Awaited<ReturnType<typeof dialog>>;
async function saveAnHour(user: UserEvent, form: Dialog) {
  await user.click(await form.findByLabelText(words('time-tracker:form.project')));
  await user.click(await screen.findByRole('option', { name: 'Riverside Tower' }));
  await user.type(form.getByLabelText(words('time-tracker:form.start')), '7a');
  await user.type(form.getByLabelText(words('time-tracker:form.end')), '8a');
  await user.click(form.getByRole('button', { name: words('common:action.save') }));
}
const late = (key: string) => words(`time-tracker:late.${key}`);

test('a new entry of a locked period shows what it changes and is entered late, with a reason', async () => {
  const { user, backend } = await open(null);
  const form = await dialog();
  await saveAnHour(user, form);
  expect(await form.findByText(/1 h overtime · \$34\.65/)).toBeVisible();
  const enter = form.getByRole('button', { name: late('enter') });
  await user.click(enter);
  expect(backend.sent('POST rpc/enter_late_time')).toEqual([]);
  await user.type(form.getByLabelText(words('time-tracker:form.reason')), 'Paper sheet found');
  await user.click(enter);
  await waitFor(() => expect(screen.getByText(words('time-tracker:toast.late'))).toBeVisible());
  expect(backend.sent('POST rpc/enter_late_time')).toMatchObject([
    { reason_param: 'Paper sheet found', based_on_param: null, project_id_param: PROJECT },
  ]);
});

test('an entry of a locked period is corrected as late time, based on what was opened', async () => {
  const { user, backend } = await open(ENTRY);
  const form = await dialog();
  await user.click(await form.findByRole('button', { name: late('correct') }));
  const end = form.getByLabelText(words('time-tracker:form.end'));
  await user.clear(end);
  await user.type(end, '12p');
  await user.type(form.getByLabelText(words('time-tracker:form.reason')), 'Paper sheet found');
  await user.click(form.getByRole('button', { name: late('show') }));
  expect(await form.findByText(/1 h overtime · \$34\.65/)).toBeVisible();
  expect(backend.sent('POST rpc/late_time_preview')).toMatchObject([{ entry_id_param: ENTRY }]);
  await user.click(form.getByRole('button', { name: late('enter') }));
  await waitFor(() => expect(screen.getByText(words('time-tracker:toast.late'))).toBeVisible());
  expect(backend.sent('POST rpc/save_time_entry')).toEqual([]);
  expect(backend.sent('POST rpc/enter_late_time')).toMatchObject([
    { id_param: ENTRY, based_on_param: { clock_out: '2026-11-10T16:00:00+00:00' } },
  ]);
});

test('why it cannot be entered late stands in place, and a change asks anew', async () => {
  const refused = new Refusal(400, { code: 'P0001', hint: 'own_approval_by_others', message: '' });
  const { user } = await open(null, 'manager', { 'POST rpc/late_time_preview': refused });
  const form = await dialog();
  await saveAnHour(user, form);
  expect(await form.findByText(words('refusals:failure.own_approval_by_others'))).toBeVisible();
  await user.type(form.getByLabelText(words('time-tracker:form.end')), '{Backspace}');
  expect(form.getByRole('button', { name: words('common:action.save') })).toBeVisible();
});

test('others only learn that the period is locked', async () => {
  const { user, backend } = await open(null, 'employee');
  const form = await dialog();
  await saveAnHour(user, form);
  expect(await form.findByText(words('errors:period_locked'))).toBeVisible();
  expect(form.queryByRole('button', { name: late('enter') })).toBeNull();
  expect(backend.sent('POST rpc/late_time_preview')).toEqual([]);
});
