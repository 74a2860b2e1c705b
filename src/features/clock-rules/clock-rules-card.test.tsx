import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ClockRulesCard } from '@/features/clock-rules/clock-rules-card';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const EVERYONE = {
  id: 'r1',
  name: null,
  project_id: null,
  employee_id: null,
  rule: 'refuse',
  grace_minutes: 15,
  on_site: 'refuse',
  stop_after_minutes: 720,
  stop_at_edge: null,
  ends_day: true,
  day_ends_at: '18:00:00',
  updated_at: '2026-03-01T00:00:00Z',
};
const CONCRETE = {
  ...EVERYONE,
  id: 'r2',
  name: 'Concrete',
  rule: null,
  on_site: 'off',
  stop_after_minutes: null,
  ends_day: null,
};
const answers = {
  'GET clock_in_rules': [EVERYONE, CONCRETE],
  'GET clock_rule_members': [{ rule_id: 'r2', crew_id: 'c1', employee_id: null, project_id: null }],
  'GET crews': [{ id: 'c1', name: 'Night crew' }],
  'GET employees': [],
  'GET projects': [],
  'POST rpc/preview_clock_rules': {
    punches: 12,
    hits: [
      {
        time_entry_id: 't1',
        employee_id: 'e1',
        first_name: 'Amir',
        last_name: 'Khan',
        project_id: null,
        project_name: null,
        punched_at: '2026-03-10T11:00:00Z',
        rule: 'off_site',
        outcome: 'refused',
        limit_at: null,
      },
    ],
  },
};
const open = (as: 'owner' | 'manager') =>
  openPart(<ClockRulesCard />, { as, namespaces: ['clock-rules', 'settings'], answers });

test('groups say their rules in sentences, and whom they would have hit', async () => {
  await open('manager');
  expect(
    await screen.findByText(words('clock-rules:sentence.early.refuse_other', { count: 15 })),
  ).toBeVisible();
  expect(
    screen.getByText(words('clock-rules:sentence.after.on_other', { count: 12 })),
  ).toBeVisible();
  expect(screen.getByText(words('clock-rules:sentence.onSite.off'))).toBeVisible();
  expect(await screen.findByText(/Night crew/)).toBeVisible();
  expect(await screen.findByText('Amir Khan')).toBeVisible();
  expect(screen.getByText(words('clock-rules:preview.off_site'))).toBeVisible();
  expect(screen.queryByRole('button', { name: words('clock-rules:add') })).toBeNull();
});

test('an owner changes a rule; what was refused stays in the form', async () => {
  const { user, backend } = await open('owner');
  await user.click(
    await screen.findByRole('button', { name: words('clock-rules:change', { name: 'Everyone' }) }),
  );
  const dialog = await screen.findByRole('dialog');
  const grace = within(dialog).getByLabelText(words('clock-rules:grace.label'));
  await user.clear(grace);
  await user.type(grace, '500');
  await user.click(within(dialog).getByRole('button', { name: words('common:action.save') }));
  expect(await within(dialog).findByText(words('clock-rules:grace.wrong'))).toBeVisible();
  expect(backend.sent('POST rpc/save_clock_rules')).toEqual([]);
  await user.clear(grace);
  await user.type(grace, '30');
  backend.answer({ 'POST rpc/save_clock_rules': new Refusal(400, { hint: 'rules_changed' }) });
  await user.click(within(dialog).getByRole('button', { name: words('common:action.save') }));
  expect(await within(dialog).findByText(words('clock-rules:failure.rules_changed'))).toBeVisible();
  expect(grace).toHaveValue('30');
  backend.answer({ 'POST rpc/save_clock_rules': EVERYONE });
  await user.click(within(dialog).getByRole('button', { name: words('common:action.save') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.sent('POST rpc/save_clock_rules').at(-1)).toMatchObject({
    draft_param: { id: 'r1', rule: 'refuse', grace_minutes: 30, on_site: 'refuse' },
    based_on_param: '2026-03-01T00:00:00Z',
  });
});
