import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CompanyTextsCard } from '@/features/texts/company-texts-card';
import { openPart, words } from '@/testing/open';

const SPENDING = {
  available: true,
  sender: '+15005550006',
  month: '2026-03-01',
  texts: 12,
  spent_cents: 14,
  cap_reached: false,
  people: 9,
  agreed: 4,
};
const answers = {
  'GET text_settings': {
    enabled: true,
    monthly_cap_cents: 2000,
    segment_price_hundredths: 110,
  },
  'POST rpc/text_spending': SPENDING,
};

test('owners see what texts cost, and set what they may', async () => {
  const { user, backend } = await openPart(<CompanyTextsCard />, {
    namespaces: ['texts'],
    answers: { ...answers, 'POST text_settings': null, 'POST rpc/save_changes': null },
  });
  expect(await screen.findByText('$0.14 of $20.00 this month, 12 texts')).toBeVisible();
  const cap = screen.getByRole('textbox', { name: words('texts:company.cap') });
  await user.clear(cap);
  await user.type(cap, 'much');
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  expect(await screen.findByText(words('texts:company.capWrong'))).toBeVisible();
  await user.clear(cap);
  await user.type(cap, '1,050.5');
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/save_changes')).toMatchObject([
      { table_param: 'text_settings', changes_param: { monthly_cap_cents: 105_050 } },
    ]),
  );
});

test('managers read it', async () => {
  await openPart(<CompanyTextsCard />, { namespaces: ['texts'], as: 'manager', answers });
  expect(await screen.findByRole('textbox', { name: words('texts:company.cap') })).toBeDisabled();
  expect(screen.queryByRole('button', { name: words('common:action.save') })).toBeNull();
});
