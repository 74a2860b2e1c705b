import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FactsTab } from '@/features/public-work/facts/facts-tab';
import { type AskedRequest, Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const person = (id: string, first: string, more: object = {}) => ({
  id,
  first_name: first,
  last_name: 'Ortiz',
  employee_number: null,
  active: true,
  external_ids: {},
  ...more,
});
const stored = {
  gross_all: 1000,
  federal_tax: null,
  state_tax: null,
  fica: null,
  medicare: null,
  sdi: null,
  other: [],
  net: 800,
  check_number: '7',
  paid_on: '2026-03-20',
  reimbursement: null,
};
const JOURNAL = `Employee Name,File #,Check Date,Check/Voucher Number,Gross Pay,Net Pay
Ana Ortiz,000101,03/20/2026,7,1050.00,800.00
Ben Ortiz,999,03/27/2026,8,1200.00,950.00`;

const open = (more: object = {}) =>
  openPart(<FactsTab />, {
    namespaces: ['payroll-facts', 'imports', 'import-faults'],
    at: '/public-work?tab=facts&week=2026-03-15&mode=import',
    answers: {
      'POST rpc/payroll_facts_compared': [],
      'POST rpc/identities_on_file': [],
      'GET payroll_facts': [],
      'GET payroll_fact_differences': [],
      'GET payroll_worker_ids': [],
      'GET public_contracts': [],
      'GET employees': [
        person('ana', 'Ana', { external_ids: { adp_file_number: '101' } }),
        person('ben', 'Ben'),
      ],
      'GET imports': [],
      'GET identity_views': [],
      'POST payroll_worker_ids': [],
      ...more,
    },
  });
const drop = async (user: Awaited<ReturnType<typeof open>>['user'], text = JOURNAL) =>
  user.upload(
    await screen.findByLabelText(words('payroll-facts:file.choose')),
    new File([text], 'journal.csv', { type: 'text/csv' }),
  );
const rowsOf = (body: unknown) =>
  (body as { rows_param: Record<string, unknown>[]; dry_run_param: boolean }).rows_param;

test('by number at once, by name after a person confirmed; weeks by check date; a difference is decided', async () => {
  const answer = ({ body }: AskedRequest) =>
    rowsOf(body).map(({ employee_id }, at) => ({
      row_number: at + 1,
      employee_id,
      message: null,
      import_id: null,
      ...(employee_id === 'ana'
        ? { result: 'different', stored }
        : { result: 'new', stored: null }),
    }));
  const { user, backend } = await open({ 'POST rpc/import_payroll_journal': answer });
  await drop(user);
  // Two check dates: each line's week follows from its own, five days after the week on the screen.
  expect(await screen.findByText('03/15/2026')).toBeVisible();
  expect(screen.getByText('03/22/2026')).toBeVisible();
  expect(screen.getByText(words('payroll-facts:problem.suggested'))).toBeVisible();
  const difference = await screen.findByRole('table', {
    name: words('payroll-facts:difference.ofLine', { name: 'Ana Ortiz' }),
  });
  expect(within(difference).getByRole('row', { name: /\$1,000\.00.*\$1,050\.00/ })).toBeVisible();
  expect(within(difference).queryByText(words('payroll-facts:column.net'))).toBeNull();

  await user.click(
    screen.getByRole('button', {
      name: words('payroll-facts:preview.confirm', { name: 'Ben Ortiz' }),
    }),
  );
  await user.click(
    await screen.findByRole('button', { name: words('payroll-facts:difference.takeAll') }),
  );
  await user.click(
    await screen.findByRole('button', { name: words('payroll-facts:import.start', { count: 2 }) }),
  );
  expect(await screen.findByText(words('payroll-facts:import.done', { count: 2 }))).toBeVisible();
  const sent = backend.sent('POST rpc/import_payroll_journal').at(-1);
  expect(sent).toMatchObject({
    source_param: 'adp',
    dry_run_param: false,
    file_param: { mapping: { paidAfter: 5 } },
  });
  expect(rowsOf(sent)).toMatchObject([
    { employee_id: 'ana', week_end: '2026-03-15', gross_all: 1050, decision: 'take', seen: stored },
    { employee_id: 'ben', week_end: '2026-03-22', gross_all: 1200 },
  ]);
  expect(backend.sent('POST payroll_worker_ids')[0]).toMatchObject([
    { source: 'adp', worker_key: '999', employee_id: 'ben' },
  ]);
});

test('when something moved since the preview nothing is imported, and it is said', async () => {
  let dry = 0;
  const { user } = await open({
    'POST rpc/import_payroll_journal': ({ body }: AskedRequest) => {
      if (!(body as { dry_run_param: boolean }).dry_run_param)
        return new Refusal(400, { code: 'P0001', hint: 'journal_changed', message: 'x' });
      dry += 1;
      return rowsOf(body).map((_, at) => ({
        row_number: at + 1,
        result: 'new',
        message: null,
        stored: null,
      }));
    },
  });
  await drop(user, JOURNAL.split('\n').slice(0, 2).join('\n'));
  await user.click(
    await screen.findByRole('button', { name: words('payroll-facts:import.start', { count: 1 }) }),
  );
  expect(await screen.findByText(words('import-faults:failure.journal_changed'))).toBeVisible();
  await waitFor(() => expect(dry).toBe(2));
});

test('what a journal said otherwise waits beside what is stored until it is decided', async () => {
  const { user, backend } = await openPart(<FactsTab />, {
    namespaces: ['payroll-facts', 'imports', 'import-faults'],
    at: '/public-work?tab=facts&week=2026-03-15',
    answers: {
      'POST rpc/payroll_facts_compared': [],
      'POST rpc/identities_on_file': [],
      'GET payroll_facts': [{ ...stored, employee_id: 'ana', week_end: '2026-03-15' }],
      'GET payroll_fact_differences': [
        {
          id: 'd',
          employee_id: 'ana',
          week_end: '2026-03-15',
          source: 'adp',
          theirs: { gross_all: 1050, check_number: '9' },
        },
      ],
      'GET public_contracts': [],
      'GET employees': [person('ana', 'Ana')],
      'GET imports': [],
      'GET identity_views': [],
      'POST rpc/decide_payroll_difference': null,
    },
  });
  const what = words('payroll-facts:difference.of', { name: 'Ana Ortiz', date: '03/15/2026' });
  const table = await screen.findByRole('table', { name: what });
  expect(within(table).getByRole('row', { name: /\$1,000\.00.*\$1,050\.00/ })).toBeVisible();
  expect(within(table).getByRole('row', { name: /7.*9/ })).toBeVisible();
  await user.click(
    screen.getByRole('button', { name: words('payroll-facts:difference.keepOf', { what }) }),
  );
  await waitFor(() =>
    expect(backend.sent('POST rpc/decide_payroll_difference')[0]).toEqual({
      difference_id_param: 'd',
      take_param: false,
      seen_param: stored,
    }),
  );
});
