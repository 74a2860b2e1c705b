import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CompanySection } from '@/features/settings/components/company-section';
import { openPart, words } from '@/testing/open';

test('managers read the company’s settings', async () => {
  await openPart(<CompanySection />, {
    as: 'manager',
    namespaces: ['settings'],
    answers: {
      'GET overtime_policies': [],
      'GET clock_in_rules': [],
      'GET projects': [],
      'GET employees': [],
      'POST rpc/storage_use': [],
    },
  });
  expect(await screen.findByText(words('settings:company.ownersOnly'))).toBeVisible();
  const rule = words('settings:company.rule.cost_code_required');
  expect(screen.getByRole('switch', { name: rule })).toBeDisabled();
});
