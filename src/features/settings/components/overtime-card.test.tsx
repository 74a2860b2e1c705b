import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OvertimeCard } from '@/features/settings/components/overtime-card';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID, viewerIn } from '@/testing/people';

const POLICY = {
  weekly_after: 2400,
  daily: [],
  consecutive_after: null,
  seventh_day: { on: false, first: 480, mult1: 1.5, mult2: 2 },
  day_rules: [],
  day_split: 'split',
  workday_start: '00:00',
  rate_method: 'weighted_average',
};
const PERSON = {
  employee_id: 'e1',
  first_name: 'Ana',
  last_name: 'Ortiz',
  overtime_minutes_before: 0,
  overtime_minutes_after: 120,
  difference_cents: 3100,
};

const open = (options = {}) =>
  openPart(<OvertimeCard companyId={COMPANY_ID} />, {
    namespaces: ['settings'],
    ...options,
    answers: {
      'GET overtime_policies': [
        { id: 'p1', preset: 'CUSTOM', effective_from: '2026-01-01', policy: POLICY },
      ],
      'POST rpc/recent_pay_periods': [
        { start_date: '2026-03-01', end_date: '2026-03-14', is_current: false },
      ],
      'POST rpc/preview_overtime_policy': [PERSON],
      'POST rpc/set_overtime_policy': {},
    },
  });

test('a rule of one’s own is previewed as it is typed, and saved as it was previewed', async () => {
  const { user, backend } = await open();
  const daily = await screen.findByLabelText(words('settings:overtime.details.daily'));
  await user.type(daily, '8');
  await user.click(screen.getByLabelText(words('settings:overtime.details.daySplit')));
  await user.click(
    await screen.findByRole('option', { name: words('settings:overtime.details.split.start_day') }),
  );
  expect(await screen.findByText(/Ana Ortiz|Ortiz, Ana/)).toBeVisible();
  const wanted = { daily: [{ after: 480, mult: 1.5 }], day_split: 'start_day' };
  await waitFor(() =>
    expect(backend.sent('POST rpc/preview_overtime_policy').at(-1)).toMatchObject({
      preset_param: 'CUSTOM',
      custom_param: wanted,
    }),
  );
  const save = screen.getByRole('button', { name: words('settings:overtime.save') });
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  expect(await screen.findByText(words('settings:company.policySaved'))).toBeVisible();
  expect(backend.sent('POST rpc/set_overtime_policy')).toMatchObject([
    { preset_param: 'CUSTOM', custom_param: { ...POLICY, ...wanted } },
  ]);
});

test('a field that is wrong says so, and nothing can be saved', async () => {
  const { user, backend } = await open();
  const weekly = await screen.findByLabelText(words('settings:overtime.details.weekly'));
  await user.clear(weekly);
  await user.type(weekly, '200');
  expect(screen.getByText(words('settings:overtime.details.wrong.weekly'))).toBeVisible();
  expect(screen.getByRole('button', { name: words('settings:overtime.save') })).toBeDisabled();
  expect(backend.sent('POST rpc/set_overtime_policy')).toEqual([]);
});

test.each([
  ['America/Denver', 'Working in Colorado? That state has'],
  ['America/Los_Angeles', 'Working in California or Nevada? Those states have'],
  ['America/Adak', 'Working in Alaska? That state has'],
])('%s is offered the rules of its states', async (time_zone, said) => {
  const company = { ...viewerIn('owner').company, time_zone } as never;
  const answers = { 'GET overtime_policies': [] };
  await open({ viewer: { company }, answers });
  const words = new RegExp(said.replace('?', '[?]'));
  await waitFor(() => expect(screen.getByText(words)).toBeVisible());
});
