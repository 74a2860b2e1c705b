import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BillingSection } from '@/features/settings/components/billing-section';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const STORED = { name: 'Office', email: 'pay@example.com', address: '1 Main St' };
const open = (role: 'owner' | 'manager') =>
  openPart(<BillingSection />, {
    as: role,
    namespaces: ['settings'],
    answers: { 'GET billing_contacts': STORED },
  });

test('an owner sees the contact and saves it', async () => {
  const { user, backend } = await open('owner');
  const name = await screen.findByLabelText(words('settings:billing.name'));
  expect(name).toHaveValue('Office');
  backend.answer({ 'POST billing_contacts': null, 'POST rpc/save_changes': null });
  await user.type(name, ' 2');
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  expect(await screen.findByText(words('settings:company.saved'))).toBeVisible();
  expect(backend.sent('POST rpc/save_changes')).toEqual([
    {
      table_param: 'billing_contacts',
      key_param: { company_id: COMPANY_ID },
      changes_param: { name: 'Office 2' },
      based_on_param: STORED,
    },
  ]);
});

test('a manager is not asked about it', async () => {
  const { backend } = await open('manager');
  await screen.findByText(words('settings:billing.selfHosted'));
  expect(screen.queryByText(words('settings:billing.contact'))).toBeNull();
  expect(backend.sent('GET billing_contacts')).toEqual([]);
});
