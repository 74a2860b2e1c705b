import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Expense } from '@/features/expenses/expense';
import { ExpensesScreen } from '@/features/expenses/expenses-screen';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';

beforeEach(giveDeviceMemory);

const PROJECT = { id: 'project-1', name: 'Harbor Point', status: 'active', number: null };
const expense = (more: Partial<Expense> = {}): Expense =>
  ({
    id: 'e1',
    employee_id: 'someone',
    employee_name: 'Ana Ortiz',
    project_id: 'project-1',
    project_name: 'Harbor Point',
    cost_code_id: null,
    cost_code: null,
    spent_on: '2026-11-10',
    kind: 'receipt',
    amount: 42.5,
    miles: null,
    rate: null,
    from_place: null,
    to_place: null,
    note: 'Anchor bolts',
    receipt_photo_id: null,
    receipt_path: null,
    receipt_type: null,
    travel_day: false,
    nights: 0,
    trip_id: null,
    status: 'entered',
    decision_note: null,
    decided_by_name: null,
    decided_at: null,
    pay_date: null,
    created_at: '2026-11-10T12:00:00Z',
    flags: [],
    same_as: null,
    can_decide: true,
    ...more,
  }) as unknown as Expense;

const ANSWERS = {
  'GET projects': [PROJECT],
  'GET cost_codes': [],
  'GET project_cost_codes': [],
  'GET per_diem_rules': [],
  'GET employees': [],
  'POST rpc/recent_work': [{ project_id: 'project-1', cost_code_id: null }],
  'POST rpc/list_expenses': [],
  'POST rpc/find_receipt': [],
  'POST rpc/reimbursement_rate_table': [
    {
      id: null,
      kind: 'mileage',
      from_date: '2026-01-01',
      rate: 0.725,
      federal: true,
      in_effect: true,
    },
  ],
  'POST rpc/list_time_entries': { entries: [], total: 0 },
  'POST photos': new Refusal(400, { message: 'not now' }),
};

async function open(role: 'employee' | 'foreman' | 'manager', answers = {}, at = '/expenses') {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close: () => undefined }));
  return openPart(<ExpensesScreen />, {
    at,
    namespaces: ['expenses'],
    as: role,
    answers: { ...ANSWERS, ...answers },
  });
}

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
const receiptInput = () =>
  screen.getByLabelText(words('expenses:add.receipt'), { selector: 'input' });

describe('a worker', () => {
  test('a receipt is the photo, the amount and Save: project and code are those of the last work', async () => {
    const { user, backend } = await open('employee', { 'POST rpc/save_expense': {} });
    expect(await screen.findByText(words('expenses:empty.title'))).toBeVisible();
    await user.upload(receiptInput(), new File([JPEG], 'r.jpg', { type: 'image/jpeg' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(words('expenses:form.amount')), '42.50');
    await user.click(within(dialog).getByRole('button', { name: words('common:action.save') }));
    await waitFor(() => expect(backend.sent('POST rpc/save_expense')).toHaveLength(1));
    expect(backend.sent('POST rpc/save_expense')[0]).toMatchObject({
      fields_param: { amount: 42.5, kind: 'receipt', project_id: 'project-1' },
    });
    await waitFor(() => expect(backend.sent('POST photos')[0]).toMatchObject({ is_receipt: true }));
    const [sent] = backend.sent('POST photos') as { id: string }[];
    expect(backend.sent('POST rpc/save_expense')[0]).toMatchObject({
      fields_param: { receipt_photo_id: sent?.id },
    });
  });

  test('a 50 MB PDF is refused in words, and nothing is stored', async () => {
    const { backend } = await open('employee');
    const file = new File(['%PDF-1.7'], 'hotel.pdf', { type: 'application/pdf' });
    Object.defineProperty(file, 'size', { value: 52_428_800 });
    // Not what the camera offers; some choosers give it all the same.
    fireEvent.change(receiptInput(), { target: { files: [file] } });
    expect(await screen.findByRole('alert')).toHaveTextContent('50.0 MB');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(backend.sent('POST photos')).toEqual([]);
  });

  test('negative and absurd amounts are named in their field, and what was typed stays', async () => {
    const { user, backend } = await open('employee');
    await user.upload(receiptInput(), new File([JPEG], 'r.jpg', { type: 'image/jpeg' }));
    const dialog = await screen.findByRole('dialog');
    const amount = within(dialog).getByLabelText(words('expenses:form.amount'));
    await user.type(amount, '-5');
    const save = within(dialog).getByRole('button', { name: words('common:action.save') });
    await user.click(save);
    expect(within(dialog).getByText(words('expenses:form.amountWrong'))).toBeVisible();
    await user.clear(amount);
    await user.type(amount, '25000.01');
    await user.click(save);
    expect(within(dialog).getByText(words('expenses:form.amountTooLarge'))).toBeVisible();
    expect(amount).toHaveValue('25000.01');
    expect(backend.sent('POST rpc/save_expense')).toEqual([]);
  });

  test('miles show what they are worth, ask about a day without work, and want a purpose', async () => {
    const { user, backend } = await open('employee', { 'POST rpc/save_expense': {} });
    await user.click(await screen.findByRole('button', { name: words('expenses:add.mileage') }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(words('expenses:form.miles')), '127.4');
    expect(await within(dialog).findByText(/92\.37/)).toBeVisible();
    expect(await within(dialog).findByText(words('expenses:form.noWork'))).toBeVisible();
    const save = within(dialog).getByRole('button', { name: words('common:action.save') });
    await user.click(save);
    expect(within(dialog).getByText(words('expenses:form.purposeWrong'))).toBeVisible();
    await user.type(within(dialog).getByLabelText(words('expenses:form.from')), 'Yard');
    await user.type(within(dialog).getByLabelText(words('expenses:form.to')), 'Harbor Point');
    await user.type(within(dialog).getByLabelText(words('expenses:form.purpose')), 'Pump');
    await user.click(save);
    await waitFor(() =>
      expect(backend.sent('POST rpc/save_expense')[0]).toMatchObject({
        fields_param: { kind: 'mileage', miles: 127.4, amount: null, note: 'Pump' },
      }),
    );
  });

  test('reads why one was declined, and sees no tabs of the office', async () => {
    await open('employee', {
      'POST rpc/list_expenses': [
        expense({ status: 'declined', decision_note: 'This is lunch' }),
        expense({ id: 'e2', status: 'entered' }),
      ],
    });
    expect(await screen.findByText('“This is lunch”')).toBeVisible();
    expect(screen.getByRole('button', { name: words('expenses:action.again') })).toBeVisible();
    expect(screen.getByRole('button', { name: words('expenses:action.change') })).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  test('the same receipt is named before it is saved', async () => {
    const { user } = await open('employee', {
      'POST rpc/find_receipt': [
        { expense_id: 'e9', employee_name: 'Maria Reyes', spent_on: '2026-11-02', amount: 42.5 },
      ],
    });
    await user.upload(receiptInput(), new File([JPEG], 'r.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByText(words('expenses:same.title'))).toBeVisible();
    expect(screen.getByText(/Maria Reyes/)).toBeVisible();
  });
});

describe('an approver', () => {
  test('a foreman has a queue only where the company lets foremen approve', async () => {
    await open('foreman');
    expect(await screen.findByText(words('expenses:empty.title'))).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  test('approves several at once, those without warnings', async () => {
    const { user, backend } = await open(
      'manager',
      {
        'POST rpc/list_expenses': [
          expense(),
          expense({ id: 'e2', amount: 10, flags: ['no_work'] }),
          expense({ id: 'e3', amount: 7.5 }),
        ],
        'POST rpc/decide_expense': {},
        'POST rpc/undo_expense_decision': {},
      },
      '/expenses?tab=approve',
    );
    await user.click(await screen.findByRole('button', { name: words('expenses:approve.clean') }));
    await user.click(
      screen.getByRole('button', { name: words('expenses:approve.approve', { count: 2 }) }),
    );
    await waitFor(() => expect(backend.sent('POST rpc/decide_expense')).toHaveLength(2));
    expect(backend.sent('POST rpc/decide_expense')).toMatchObject([
      { id_param: 'e1', approve_param: true },
      { id_param: 'e3', approve_param: true },
    ]);
    await user.click(await screen.findByRole('button', { name: words('common:action.undo') }));
    await waitFor(() =>
      expect(backend.sent('POST rpc/undo_expense_decision')).toEqual([
        { id_param: 'e1' },
        { id_param: 'e3' },
      ]),
    );
  });

  test('declines with a note or not at all', async () => {
    const { user, backend } = await open(
      'manager',
      { 'POST rpc/list_expenses': [expense()], 'POST rpc/decide_expense': {} },
      '/expenses?tab=approve',
    );
    await user.click(
      await screen.findByRole('button', { name: words('expenses:approve.decline') }),
    );
    const dialog = await screen.findByRole('dialog');
    const decline = within(dialog).getByRole('button', { name: words('expenses:approve.decline') });
    await user.click(decline);
    expect(within(dialog).getByText(words('expenses:approve.noteWrong'))).toBeVisible();
    expect(backend.sent('POST rpc/decide_expense')).toEqual([]);
    await user.type(within(dialog).getByLabelText(words('expenses:approve.note')), 'This is lunch');
    await user.click(decline);
    await waitFor(() =>
      expect(backend.sent('POST rpc/decide_expense')).toMatchObject([
        { approve_param: false, note_param: 'This is lunch' },
      ]),
    );
  });
});
