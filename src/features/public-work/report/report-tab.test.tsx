import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { ReportTab } from '@/features/public-work/report/report-tab';
import { Refusal } from '@/testing/backend';
import { header, report, row, signed } from '@/testing/certified-payroll';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const WEEK = '2026-03-15';
const PROJECT = header().project_id;
const AT = `/public-work?tab=certified&project=${PROJECT}&week=${WEEK}`;
const namespaces = ['certified-payroll'] as const;
const week = (week_end: string, changes = {}) => ({
  week_end,
  project_id: PROJECT,
  project_name: 'Harbor school',
  number: null,
  revision: null,
  certified_payroll_id: null,
  state: 'ready',
  has_work: true,
  final: false,
  due_on: '2026-03-27',
  is_late: false,
  is_over: true,
  ...changes,
});
/** Two workers; the first has a second class, and private work in 7B. */
const live = (changes: Partial<CertifiedPayroll> = {}) =>
  report(
    [
      row(1, { gross_all: '1584.00' }),
      row(1, { classification: 'Laborer', gross_project: '0.00', gross_all: '1584.00' }),
      row(2),
    ],
    {
      header: header({ required_statements: [1, 2, 3, 5, 6], due_on: '2026-03-27', is_late: true }),
      version: 'v1',
      due: [
        {
          employee_id: row(2).employee_id,
          due: '1700.00',
          paid: '1700.00',
          short: '0.00',
          base: '0.00',
          fringe: '0.00',
          premium: '0.00',
        },
      ],
      ...changes,
    },
  );
const stored = (content: CertifiedPayroll, changes = {}) => ({
  company_id: COMPANY_ID,
  id: '00000000-0000-4000-8000-00000000ce27',
  project_id: PROJECT,
  week_end: WEEK,
  number: 4,
  revision: 0,
  corrects_id: null,
  final: false,
  no_work: false,
  status: 'signed',
  content: signed(content),
  sha256: 'abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789',
  signed_by: 'u1',
  signed_name: 'Dana Whitfield',
  signed_title: 'Controller',
  signed_at: '2026-03-20T15:04:05Z',
  delivered_at: null,
  delivery_reference: null,
  ...changes,
});
const answers = {
  'GET projects': [{ id: PROJECT, name: 'Harbor school', status: 'active', archived_at: null }],
  'GET public_contracts': [{ id: 'c1', project_id: PROJECT }],
  'POST rpc/certified_payroll_weeks': [week(WEEK)],
  'POST rpc/certified_payroll_calendar': [week(WEEK)],
  'POST rpc/certified_payroll': live(),
  'GET certified_payrolls': [],
  'GET certified_payroll_deliveries': [],
  'GET handoff_mails': [],
  'GET portal_links': [],
};
const sign = () => screen.getByRole('button', { name: 'Sign No. 4' });

test('lists what is due and late, and which weeks the sequence jumps over', async () => {
  await openPart(<ReportTab />, {
    namespaces,
    at: `/public-work?tab=certified&project=${PROJECT}`,
    answers: {
      ...answers,
      'POST rpc/certified_payroll_weeks': [
        week('2026-03-01', { state: 'missing', has_work: false, is_late: true }),
        week('2026-03-08', { state: 'delivered', number: 3, revision: 1 }),
        week(WEEK),
        week('2026-03-22', { state: 'not_approved', is_over: false }),
      ],
    },
  });
  expect(
    await screen.findByText(/One week is missing in the sequence: week ending 03\/01\/2026/),
  ).toBeVisible();
  expect(await screen.findByText('3, correction 1')).toBeVisible();
  expect(screen.getByText(words('certified-payroll:state.missing'))).toBeVisible();
  expect(screen.getByText(/Mar 27 · late/)).toBeVisible();
  expect(screen.getByText(words('certified-payroll:notOver'))).toBeVisible();
  const open = screen.getByRole('link', { name: /^Check and sign ?: Harbor school, 03\/15\/2026/ });
  expect(open).toHaveAttribute('href', AT);
});

test('reads like the form: a second class keeps the number, 7B says how much was other work', async () => {
  await openPart(<ReportTab />, { namespaces, at: AT, answers });
  const table = within(await screen.findByRole('table', { name: /columns 1A to 9/ }));
  for (const column of [
    '1A',
    '1B–1E',
    '2',
    '3',
    '4',
    '5',
    '6A',
    '6B',
    '6C',
    '7A',
    '7B',
    '8',
    '9',
  ]) {
    expect(table.getAllByText(column)[0]).toBeVisible();
  }
  const [first, second] = table
    .getAllByRole('row')
    .slice(2)
    .map((line) => within(line));
  expect(first?.getByRole('rowheader')).toHaveTextContent('Núñez 1, Maria');
  expect(second?.getByRole('rowheader')).toHaveTextContent('as above');
  expect(first?.getAllByRole('cell')[0]).toHaveTextContent('1');
  expect(second?.getAllByRole('cell')[0]).toHaveTextContent('1');
  expect(first?.getByText('7B has $384.00 of other work')).toBeVisible();
  expect(screen.getByText(/Mar 27 · late/)).toBeVisible();
  // Computed, not certified; and never more than that.
  expect(screen.getByText(words('certified-payroll:never.live'))).toBeVisible();
  expect(document.body.textContent).not.toMatch(/complian(t|ce)/i);
});

test('each check leads to the place where it is fixed, and errors close signing', async () => {
  const who = row(2).employee_id;
  const check = (
    code: string,
    severity: 'error' | 'warning',
    figures: string[] = [],
    employee_id: string | null = who,
  ) => ({ code, severity, employee_id, message: code, figures });
  await openPart(<ReportTab />, {
    namespaces,
    at: AT,
    answers: {
      ...answers,
      'POST rpc/certified_payroll': live({
        checks: [
          check('short_paid', 'error', ['351.70']),
          check('payroll_facts_missing', 'error', ['false']),
          check('apprentice_over_ratio', 'warning', ['2026-03-10']),
          check('modification_missing', 'warning', ['MA1'], null),
          check('of_a_newer_version', 'warning'),
        ],
      }),
    },
  });
  expect(await screen.findByText('Short by $351.70.')).toBeVisible();
  const leads = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(leads(/^Pay what is owed/)).toBe(`/public-work?tab=owed&project=${PROJECT}`);
  expect(leads(/^Enter the figures/)).toBe(`/public-work?tab=facts&week=${WEEK}&mode=type`);
  expect(leads(/^See the days/)).toContain(`tab=apprentices&project=${PROJECT}&week=${WEEK}`);
  expect(leads(/^Open the determinations/)).toContain('#determinations');
  expect(screen.getByText('of_a_newer_version')).toBeVisible();
  expect(screen.getByText('Fix 2 errors first. Rows: 2.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Go to the error' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign No. 4' })).toBeNull();
});

test.each([
  [
    'time that is not approved',
    {
      checks: [
        {
          code: 'time_not_approved',
          severity: 'warning' as const,
          employee_id: row(2).employee_id,
          message: '',
          figures: [],
        },
      ],
    },
    [week(WEEK)],
    'Time of this week is not approved.',
  ],
  [
    'an earlier week that is not signed',
    {},
    [week('2026-03-08'), week(WEEK)],
    /sign the week ending 03\/08\/2026 first/,
  ],
])('cannot be signed before %s', async (_, changes, weeks, text) => {
  await openPart(<ReportTab />, {
    namespaces,
    at: AT,
    answers: {
      ...answers,
      'POST rpc/certified_payroll': live(changes),
      'POST rpc/certified_payroll_weeks': weeks,
    },
  });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign No. 4' })).toBeNull();
});

test('is signed with each statement ticked, as the person signed last', async () => {
  const { user, backend } = await openPart(<ReportTab />, {
    namespaces,
    at: AT,
    answers: {
      ...answers,
      'GET certified_payrolls': ({ query }: { query: URLSearchParams }) =>
        query.has('signed_by')
          ? [{ signed_name: 'Dana Whitfield', signed_title: 'Controller' }]
          : [],
      'POST rpc/sign_certified_payroll': new Refusal(400, { hint: 'report_changed' }),
    },
  });
  expect(await screen.findByDisplayValue('Dana Whitfield')).toBeVisible();
  const box = (number: number) => screen.getByRole('checkbox', { name: `Statement ${number}` });
  // No apprentice is on it: the form wants this one left empty, with N/A.
  expect(box(4)).toBeDisabled();
  expect(screen.getByText(words('certified-payroll:sign.noApprentices'))).toBeVisible();
  for (const number of [1, 2, 3, 5]) await user.click(box(number));
  await user.click(sign());
  expect(await screen.findByText(words('certified-payroll:sign.statementsMissing'))).toBeVisible();
  expect(backend.sent('POST rpc/sign_certified_payroll')).toEqual([]);
  await user.click(box(6));
  await user.click(sign());
  // What was ticked and typed stays.
  expect(await screen.findByText(/Figures changed while you had the report open/)).toBeVisible();
  expect(box(6)).toBeChecked();
  backend.answer({
    'POST rpc/sign_certified_payroll': stored(live()),
    'GET certified_payrolls': [stored(live())],
  });
  await user.click(sign());
  expect(await screen.findByText('abcdef0123456789…')).toBeVisible();
  expect(backend.sent('POST rpc/sign_certified_payroll').at(-1)).toMatchObject({
    project_id_param: PROJECT,
    week_end_param: WEEK,
    signed_name_param: 'Dana Whitfield',
    title_param: 'Controller',
    statements_param: [1, 2, 3, 5, 6],
    final_param: false,
    version_param: 'v1',
  });
  expect(screen.getByText('Dana Whitfield, Controller')).toBeVisible();
});

test('a week without work is signed as such', async () => {
  await openPart(<ReportTab />, {
    namespaces,
    at: AT,
    answers: {
      ...answers,
      'POST rpc/certified_payroll': report([], {
        header: header({ no_work: true, required_statements: [1, 2, 3, 6] }),
      }),
    },
  });
  expect(
    await screen.findByRole('button', { name: 'Sign No. 4: no work performed' }),
  ).toBeVisible();
  expect(screen.getByText(words('certified-payroll:noWorkWeek.text'))).toBeVisible();
  expect(screen.getByText(words('certified-payroll:sign.noFringes'))).toBeVisible();
});

test('a correction shows what changes before it is signed, and needs a reason', async () => {
  const before = report([row(1), row(3)]);
  const { user, backend } = await openPart(<ReportTab />, {
    namespaces,
    at: AT,
    answers: {
      ...answers,
      'POST rpc/certified_payroll': live({ rows: [row(1, { gross_project: '1240.00' }), row(2)] }),
      'GET certified_payrolls': [stored(before, { status: 'needs_correction' })],
      'POST rpc/correct_certified_payroll': stored(before, { revision: 1 }),
    },
  });
  expect(await screen.findByText(words('certified-payroll:state.needs_correction'))).toBeVisible();
  expect(await screen.findByText('3 figures have changed since this was signed')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Correct' })[0] as HTMLElement);
  const changes = within(await screen.findByRole('table', { name: 'What changes' }));
  expect(
    changes.getByRole('row', { name: /Núñez 1.*7A Gross, this project.*1200.00.*1240.00/ }),
  ).toBeVisible();
  expect(changes.getByRole('row', { name: /Núñez 2.*no row.*40.00/ })).toBeVisible();
  expect(changes.getByRole('row', { name: /Núñez 3.*40.00.*no row/ })).toBeVisible();
  for (const number of [1, 2, 3, 5, 6]) {
    await user.click(await screen.findByRole('checkbox', { name: `Statement ${number}` }));
  }
  const button = screen.getByRole('button', { name: 'Sign correction 1 of No. 4' });
  await user.click(button);
  expect(await screen.findByText(words('certified-payroll:correct.reasonMissing'))).toBeVisible();
  await user.type(
    screen.getByRole('textbox', { name: 'Reason of the correction' }),
    'Tuesday was missing',
  );
  await user.click(button);
  expect(await screen.findByText('Correction 1 of No. 4 is signed')).toBeVisible();
  expect(backend.sent('POST rpc/correct_certified_payroll')).toMatchObject([
    { reason_param: 'Tuesday was missing', statements_param: [1, 2, 3, 5, 6] },
  ]);
});

test('records how a signed report was handed in', async () => {
  const { user, backend } = await openPart(<ReportTab />, {
    namespaces,
    at: AT,
    answers: {
      ...answers,
      'POST rpc/certified_payroll': live(),
      'GET certified_payrolls': [stored(live())],
      'POST rpc/record_certified_payroll_delivery': stored(live(), { status: 'delivered' }),
    },
  });
  expect(await screen.findByText(words('certified-payroll:delivery.none'))).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Record delivery' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^Confirmation number/ }), 'CPR-99');
  await user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  expect(await screen.findByText('Delivery recorded')).toBeVisible();
  expect(backend.sent('POST rpc/record_certified_payroll_delivery')).toMatchObject([
    { channel_param: 'portal', reference_param: 'CPR-99' },
  ]);
});

test('a figure opens the lines of pay and the entries behind it', async () => {
  const line = {
    row_number: 1,
    entry: 1,
    employee_id: row(1).employee_id,
    work_date: '2026-03-09',
    pay_code: 'REG',
    minutes: 480,
    hourly_rate: 30,
    multiplier: 1,
    straight_cents: 24_000,
    premium_cents: 0,
    rule: null,
    rate_reason: 'determination',
    cost_code_id: null,
    entry_ids: ['t1'],
  };
  const { user } = await openPart(<ReportTab />, {
    namespaces,
    at: AT,
    answers: {
      ...answers,
      'POST rpc/certified_payroll_lines': [
        line,
        { ...line, row_number: 2, straight_cents: 99 },
        { ...line, work_date: '2026-03-10', entry_ids: ['t2'] },
      ],
      'GET cost_codes': [],
      'GET time_entries': [
        { id: 't1', clock_in: '2026-03-09T11:00:00Z', clock_out: '2026-03-09T19:00:00Z' },
      ],
    },
  });
  await user.click(
    (
      await screen.findAllByRole('button', { name: /^Núñez 1, Maria, Mon, Mar 9: 8\.0/ })
    )[0] as HTMLElement,
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('$240.00')).toBeVisible();
  expect(dialog.queryByText('$0.99')).toBeNull();
  expect(await dialog.findByRole('link', { name: /7:00 AM – 3:00 PM/ })).toHaveAttribute(
    'href',
    '/time-tracker?entry=t1',
  );
});
