import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeleteCompany } from '@/features/settings/components/delete-company';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

test('why a company cannot be deleted is said where it was asked', async () => {
  const { user } = await openPart(<DeleteCompany name="Reyes Concrete" />, {
    namespaces: ['settings'],
    answers: {
      'POST rpc/delete_empty_company': new Refusal(400, {
        code: 'P0001',
        hint: 'company_not_empty',
        message: 'no',
      }),
    },
  });
  const action = words('settings:company.delete.action');
  await user.click(await screen.findByRole('button', { name: action }));
  await user.click(await screen.findByRole('button', { name: action }));
  expect(await screen.findByText(words('settings:failure.company_not_empty'))).toBeVisible();
});
