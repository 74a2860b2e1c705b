import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import OnboardingScreen from '@/features/onboarding/onboarding-screen';
import { openPart, words } from '@/testing/open';

test('someone on a list without an invitation asks to join, and is told what happens next', async () => {
  const listing = { employee_id: 'nia', company_name: 'Reyes Concrete', asked_at: null };
  const { user, backend } = await openPart(<OnboardingScreen />, {
    namespaces: ['onboarding'],
    viewer: { employee: null, company: null, invitations: [] },
    answers: {
      'POST rpc/past_employments': [],
      'POST rpc/companies_listing_me': [listing],
      'POST rpc/ask_to_join': '2026-03-10T12:00:00Z',
    },
  });
  const ask = await screen.findByRole('button', { name: words('onboarding:listed.ask') });
  backend.answer({
    'POST rpc/companies_listing_me': [{ ...listing, asked_at: '2026-03-10T12:00:00Z' }],
  });
  await user.click(ask);
  expect(
    await screen.findByRole('button', { name: words('onboarding:listed.again') }),
  ).toBeVisible();
  expect(screen.getByText(/You asked on/)).toBeVisible();
  expect(backend.sent('POST rpc/ask_to_join')).toEqual([{ employee_id_param: 'nia' }]);
});
