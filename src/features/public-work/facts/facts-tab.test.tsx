import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Compared } from '@/features/public-work/facts/api/queries';
import { FactsTab } from '@/features/public-work/facts/facts-tab';
import { openPart, words } from '@/testing/open';

const compared = (more: Partial<Compared>): Compared => ({
  employee_id: 'ana',
  first_name: 'Ana',
  last_name: 'Ortiz',
  on_public_work: true,
  our_gross: 1200,
  their_gross: null,
  difference: null,
  reason: 'no_facts',
  reason_week: null,
  deductions: null,
  net: null,
  net_difference: null,
  fact_id: null,
  ...more,
});

const open = (rows: Compared[]) =>
  openPart(<FactsTab />, {
    namespaces: ['payroll-facts', 'imports', 'import-faults'],
    at: '/public-work?tab=facts&week=2026-03-15',
    answers: {
      'POST rpc/payroll_facts_compared': rows,
      'POST rpc/identities_on_file': [],
      'GET payroll_facts': [],
      'GET payroll_fact_differences': [],
      'GET public_contracts': [],
      'GET employees': [],
      'GET imports': [],
      'GET identity_views': [],
    },
  });

test('without facts nothing is called the same', async () => {
  await open([compared({ on_public_work: false })]);
  expect(await screen.findByText(words('payroll-facts:compared.none'))).toBeVisible();
  expect(screen.queryByText(words('payroll-facts:compared.same'))).toBeNull();
});

test('who differs comes first, with the reason and what does not add up', async () => {
  await open([
    compared({}),
    compared({
      employee_id: 'ben',
      first_name: 'Ben',
      their_gross: 1160,
      difference: -40,
      reason: 'another_week',
      reason_week: '2026-03-08',
      deductions: 200,
      net: 950,
      net_difference: -10,
      fact_id: 'f',
    }),
  ]);
  expect(
    await screen.findByText(
      `${words('payroll-facts:compared.different', { count: 1 })} ${words('payroll-facts:compared.missing', { count: 1 })}`,
    ),
  ).toBeVisible();
  const [, first] = within(
    screen.getByRole('table', { name: words('payroll-facts:compared.title') }),
  ).getAllByRole('row');
  expect(first).toHaveTextContent('Ben');
  expect(first).toHaveTextContent('03/08/2026');
  expect(first).toHaveTextContent('-$10.00');
});
