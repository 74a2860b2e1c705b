import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import SignCard from '@/features/payroll/components/sign-card';
import { openPart, words } from '@/testing/open';

const WEEK = { start: '2026-03-09', end: '2026-03-15' };
const LINE = {
  work_date: '2026-03-10',
  project_id: 'tower',
  cost_code_id: 'concrete',
  pay_code: 'REG',
  minutes: 2478,
  total_cents: 123_900,
} as unknown as ExplainedLine;

const change = (occurred_at: string, to: string) => ({
  occurred_at,
  action: 'updated',
  entity: 'time_entries',
  entity_id: 'entry',
  work_date: '2026-03-10',
  changed_by: 'Dana Whitfield',
  before: { clock_out: '2026-03-10T20:30:00Z' },
  after: { clock_out: to },
  reason: 'Left early',
});

const DAY = {
  date: '2026-03-10',
  minutes: 480,
  entries: [
    {
      id: 'entry',
      clock_in: '2026-03-10T12:00:00.000000Z',
      clock_out: '2026-03-10T20:30:00.000000Z',
      time_zone: 'America/New_York',
      project: 'Riverside Tower',
      breaks: [
        {
          started_at: '2026-03-10T16:00:00.000000Z',
          ended_at: '2026-03-10T16:30:00.000000Z',
          kind: 'unpaid',
        },
      ],
    },
  ],
};
const SHEET = {
  format: 'chalkline-timesheet/1',
  company: { id: 'company', name: 'Test Builders' },
  person: { id: 'maria', name: 'Maria Lopez' },
  start_date: WEEK.start,
  end_date: WEEK.end,
  minutes: 480,
  days: [DAY],
};

const open = (answer: object[]) =>
  openPart(
    <SignCard companyId="company" employeeId="maria" range={WEEK} lines={[LINE]} running={false} />,
    {
      namespaces: ['payroll', 'signed-timesheet'],
      answers: {
        'GET timesheet_signatures': answer,
        'GET device_keys': [],
        'POST rpc/timesheet_shown': SHEET,
        'GET projects': [{ id: 'tower', name: 'Riverside Tower' }],
        'GET cost_codes': [{ id: 'concrete', code: '03 30 00', name: 'Cast-in-place concrete' }],
        'POST rpc/timesheet_changes': [
          change('2026-03-12T15:00:00Z', '2026-03-10T20:15:00Z'),
          change('2026-03-16T15:00:00Z', '2026-03-10T20:00:00Z'),
        ],
      },
    },
  );

test('hours, pay, each day and the name stand above the signature', async () => {
  await open([]);
  expect(await screen.findByText('41 h 18 min', { selector: 'dd' })).toBeVisible();
  expect(screen.getByText('$1,239.00', { selector: 'dd' })).toBeVisible();
  const day = (await screen.findByText('Tue, Mar 10')).closest('summary');
  expect(day).toHaveTextContent('Tue, Mar 108 h$1,239.00');
  expect(screen.getByLabelText(words('payroll:sheet.name'))).toHaveValue('Maria Lopez');
  expect(
    await screen.findByText(words('payroll:sheet.changedByOthers', { count: 2 })),
  ).toBeVisible();
});

test('who signed before sees only what changed since', async () => {
  await open([
    {
      id: 'first',
      disputed: false,
      note: null,
      signed_at: '2026-03-15T15:00:00Z',
      invalidated_at: '2026-03-16T15:00:00Z',
      signed_name: 'Maria Lopez',
      start_date: WEEK.start,
      end_date: WEEK.end,
      signed_through: 'account',
      device_signature: null,
      hours: {},
      signed_text: JSON.stringify({ ...SHEET, days: [{ ...DAY, minutes: 510 }] }),
    },
  ]);
  expect(await screen.findByText(/^Changed once since your answer/)).toBeVisible();
  expect(screen.getAllByText(words('payroll:sheet.reason', { reason: 'Left early' }))).toHaveLength(
    1,
  );
});

test('the days that are signed are those that were shown, with times and breaks', async () => {
  const { user } = await open([]);
  expect(await screen.findByText(words('signed-timesheet:what'), { selector: 'h3' })).toBeVisible();
  await user.click(screen.getByText('Tue, Mar 10'));
  expect(screen.getByText('8:00 AM – 4:30 PM')).toBeVisible();
  expect(
    screen.getByText(words('signed-timesheet:break.unpaid', { times: '12:00 PM – 12:30 PM' })),
  ).toBeVisible();
});

test('after a change both versions stand side by side, and the day that differs says so', async () => {
  await open([
    {
      id: 'first',
      disputed: false,
      note: null,
      signed_at: '2026-03-15T15:00:00Z',
      invalidated_at: '2026-03-16T15:00:00Z',
      signed_name: 'Maria Lopez',
      start_date: WEEK.start,
      end_date: WEEK.end,
      signed_through: 'account',
      device_signature: null,
      hours: {},
      signed_text: JSON.stringify({ ...SHEET, days: [{ ...DAY, minutes: 510 }] }),
    },
  ]);
  const row = await screen.findByRole('row', { name: /8 h 30 min.*8 h/ });
  expect(row).toHaveTextContent(words('signed-timesheet:versions.differs'));
  expect(screen.getByText(words('signed-timesheet:versions.changed', { count: 1 }))).toBeVisible();
});

test('what did not arrive is there again, and says so', async () => {
  localStorage.setItem('unsent-answer maria 2026-03-09', JSON.stringify({ name: 'Maria Lopez' }));
  await open([]);
  expect(await screen.findByLabelText(words('payroll:sheet.name'))).toHaveValue('Maria Lopez');
  expect(screen.getByText(words('signed-timesheet:unsent'))).toBeVisible();
  localStorage.clear();
});

test('what is wrong is said of the day it concerns', async () => {
  const { user } = await open([]);
  await user.click(await screen.findByText('Tue, Mar 10'));
  const [ofDay] = screen.getAllByRole('button', { name: words('payroll:sheet.dispute') });
  await user.click(ofDay as HTMLElement);
  expect(screen.getByLabelText(words('payroll:sheet.note'))).toHaveValue('Tue, Mar 10: ');
});
