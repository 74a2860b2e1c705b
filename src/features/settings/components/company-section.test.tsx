import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CompanySection } from '@/features/settings/components/company-section';
import { openPart, words } from '@/testing/open';

test('managers read the company’s settings', async () => {
  await openPart(<CompanySection page="company" />, {
    as: 'manager',
    namespaces: ['settings'],
    answers: {
      'GET overtime_policies': [],
      'GET projects': [],
      'GET employees': [],
      'POST rpc/storage_use': [],
      'POST rpc/ledger_state': {
        checked_at: null,
        roots: 0,
        unsigned: 0,
        problem: null,
        newest: null,
      },
      'GET ledger_recipients': [],
    },
  });
  expect(await screen.findByText(words('settings:company.ownersOnly'))).toBeVisible();
  const rule = words('settings:company.rule.cost_code_required');
  expect(screen.getByRole('switch', { name: rule })).toBeDisabled();
});

test('nothing stands there before all of it does, so that no field moves', async () => {
  let answer: (rows: unknown[]) => void = () => undefined;
  const late = new Promise<unknown[]>((resolve) => {
    answer = resolve;
  });
  await openPart(<CompanySection page="company" />, {
    as: 'manager',
    namespaces: ['settings'],
    answers: {
      'GET overtime_policies': () => late,
      'GET projects': [],
      'GET employees': [],
      'POST rpc/storage_use': [],
      'POST rpc/ledger_state': {
        checked_at: null,
        roots: 0,
        unsigned: 0,
        problem: null,
        newest: null,
      },
      'GET ledger_recipients': [],
    },
  });
  await waitFor(() =>
    expect(screen.getByRole('status', { name: words('common:loading') })).toBeVisible(),
  );
  expect(screen.queryByText(words('settings:overtime.title'))).toBeNull();
  expect(screen.queryByText(words('settings:company.rounding'))).toBeNull();
  answer([]);
  expect(await screen.findByText(words('settings:company.rounding'))).toBeVisible();
});
