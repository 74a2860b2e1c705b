import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TextStatus } from '@/entities/texts/text-status';
import { TextConsentCard } from '@/features/texts/text-consent-card';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const STATUS: TextStatus = {
  available: true,
  enabled: true,
  cap_reached: false,
  sender: '+15005550006',
  has_account: true,
  phone: '(415) 555-0123',
  number: '+14155550123',
  number_problem: null,
  stopped_at: null,
  consent: null,
  last_text: null,
};
const CONSENT = {
  number: '+14155550123',
  wording: 'I agree to what stood here on that day.',
  given_by: 'self',
  given_on: '2026-03-02',
  note: null,
  ended_at: null,
  ended_by: null,
} as const;

const open = (changes: Partial<TextStatus>, answers = {}, language: 'en' | 'es' = 'en') =>
  openPart(<TextConsentCard />, {
    namespaces: ['texts'],
    language,
    answers: { 'POST rpc/text_status': { ...STATUS, ...changes }, ...answers },
  });

test.each(['en', 'es'] as const)('what is stored is what was shown (%s)', async (language) => {
  const { user, backend } = await open({}, { 'POST rpc/give_text_consent': {} }, language);
  const shown = (await screen.findByTestId('text-wording')).textContent;
  await user.click(screen.getByRole('button', { name: words('texts:consent.agree') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/give_text_consent')).toEqual([
      { wording_param: shown, language_param: language, phone_param: '(415) 555-0123' },
    ]),
  );
  expect(shown).toContain('STOP');
});

test('a number that cannot be texted is refused at its field, and stays typed', async () => {
  const { user } = await open(
    { phone: null, number: null, number_problem: 'missing' },
    {
      'POST rpc/give_text_consent': new Refusal(400, {
        code: 'P0001',
        hint: 'phone_not_textable',
      }),
    },
  );
  const field = await screen.findByRole('textbox', { name: words('texts:consent.phone') });
  await user.click(screen.getByRole('button', { name: words('texts:consent.agree') }));
  expect(await screen.findByText(words('texts:consent.phoneMissing'))).toBeVisible();
  await user.type(field, '555 0123');
  await user.click(screen.getByRole('button', { name: words('texts:consent.agree') }));
  expect(await screen.findByText(words('texts:failure.phone_not_textable'))).toBeVisible();
  expect(field).toHaveValue('555 0123');
});

test('says where texts go, why the last one failed, and stops them after a question', async () => {
  const { user, backend } = await open(
    {
      consent: CONSENT,
      number_problem: 'landline',
      last_text: {
        id: '1',
        status: 'failed',
        error: 'landline',
        updated_at: '2026-03-03T15:00:00Z',
      },
    },
    { 'POST rpc/withdraw_text_consent': null },
  );
  expect(await screen.findByText('+1 415 555 0123')).toBeVisible();
  expect(screen.getByText(new RegExp(words('texts:error.landline')))).toBeVisible();
  expect(screen.getByText(CONSENT.wording)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: words('texts:consent.test') })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: words('texts:consent.stop') }));
  const question = await screen.findByRole('alertdialog');
  expect(backend.sent('POST rpc/withdraw_text_consent')).toEqual([]);
  await user.click(
    [...question.querySelectorAll('button')].find(
      (button) => button.textContent === words('texts:consent.stop'),
    ) as HTMLElement,
  );
  await waitFor(() => expect(backend.sent('POST rpc/withdraw_text_consent')).toEqual([{}]));
});

test('a company that sends no texts asks nobody', async () => {
  const { backend } = await open({ enabled: false });
  await waitFor(() => expect(backend.sent('POST rpc/text_status')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(words('texts:title'))).toBeNull());
});
