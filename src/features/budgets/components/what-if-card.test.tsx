import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WhatIfCard } from '@/features/budgets/components/what-if-card';
import type { Outlook } from '@/features/budgets/what-if';
import { openPart, words } from '@/testing/open';

const PROJECT = '00000000-0000-7000-8000-000000000010';
const OUTLOOK: Outlook = {
  today: '2026-03-10',
  forecastHours: 1500,
  openHours: 500,
  actualCost: 30_000,
};
const PACE = {
  people: 5,
  hours_per_week: 250,
  overtime_per_week: 50,
  weekly_after: 40,
  daily_after: null,
  hour_cost: 30,
  overtime_premium: 15,
};
const card = (outlook: Outlook | null) => <WhatIfCard projectId={PROJECT} outlook={outlook} />;
const answers = {
  'GET projects': [],
  'POST rpc/budget_pace': [PACE],
  'GET budget_scenarios': [],
  'POST budget_scenarios': [],
};
const figures = async (name: string) => {
  const row = (await screen.findByRole('rowheader', { name })).closest('tr');
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
};

test('a changed plan shows its result, and only a named scenario is stored', async () => {
  const { user, backend } = await openPart(card(OUTLOOK), { namespaces: ['budgets'], answers });
  const cost = words('budgets:whatIf.cost');
  expect(await figures(cost)).toEqual(['$46,500', '$46,500', '–']);
  await user.click(screen.getByRole('switch', { name: words('budgets:whatIf.noOvertime') }));
  expect(await figures(cost)).toEqual(['$46,500', '$45,000', '−$1,500']);
  const label = words('budgets:whatIf.people');
  await user.click(screen.getByRole('button', { name: words('budgets:whatIf.more', { label }) }));
  const save = screen.getByRole('button', { name: words('budgets:whatIf.save') });
  expect(save).toBeDisabled();
  expect(backend.sent('POST budget_scenarios')).toEqual([]);
  await user.type(screen.getByLabelText(words('budgets:whatIf.name')), 'One more');
  await user.click(save);
  await waitFor(() =>
    expect(backend.sent('POST budget_scenarios')).toMatchObject([
      { name: 'One more', people: 6, no_overtime: true, weeks_later: 0 },
    ]),
  );
});

test('without a forecast it says what is missing', async () => {
  await openPart(card(null), { namespaces: ['budgets'], answers });
  await screen.findByText(words('budgets:whatIf.unavailable'));
});
