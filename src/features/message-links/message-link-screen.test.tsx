import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '@/testing/backend';
import { openApp, words } from '@/testing/open';

const LINK = {
  state: 'open',
  purpose: 'timesheet',
  language: 'en',
  company_name: 'Ridge Builders',
  has_pin: true,
  phone_ends_with: '23',
  path: null,
};
const CONTENT = {
  signer: 'Ana Ruiz',
  start_date: '2026-01-04',
  end_date: '2026-01-10',
  hours: { '2026-01-07': 240 },
  entries: [
    {
      work_date: '2026-01-07',
      clock_in: '2026-01-07T13:00:00Z',
      clock_out: '2026-01-07T17:30:00Z',
      time_zone: 'America/New_York',
      project_name: 'Harbor Point',
      cost_code: '06 Carpentry',
      break_seconds: 1800,
    },
  ],
};

const openLink = (answers: Answers, as: 'employee' | null = null) =>
  openApp('/l/abcdefghijklmnop', { as, answers });
const button = (key: Parameters<typeof words>[0]) =>
  screen.findByRole('button', { name: words(key) });

test('the PIN opens the hours, which are signed by name with the text that was shown', async () => {
  const { user, backend } = await openLink({
    'POST rpc/message_link': LINK,
    'POST rpc/open_message_link': { result: 'ok', pass: 'p1', content: CONTENT },
    'POST rpc/answer_message_link': { result: 'done' },
  });
  await user.type(await screen.findByLabelText(words('message-link:proof.pin')), '2580');
  await user.click(await button('message-link:proof.open'));
  expect(await screen.findByText(/Harbor Point · 06 Carpentry/)).toBeVisible();
  expect(screen.getByText('8:00 AM – 12:30 PM')).toBeVisible();

  await user.click(await button('payroll:sheet.sign'));
  expect(screen.getByText(words('payroll:sheet.nameMissing'))).toBeVisible();
  await user.type(screen.getByLabelText(words('payroll:sheet.name')), 'Ana Ruiz');
  await user.click(await button('payroll:sheet.sign'));
  expect(await screen.findByText(words('message-link:done.sign'))).toBeVisible();
  expect(backend.sent('POST rpc/open_message_link')).toEqual([
    { code_param: 'abcdefghijklmnop', kind_param: 'pin', secret_param: '2580' },
  ]);
  expect(backend.sent('POST rpc/answer_message_link')).toMatchObject([
    {
      pass_param: 'p1',
      answer_param: {
        action: 'sign',
        name: 'Ana Ruiz',
        language: 'en',
        version: '1',
        statement: expect.stringContaining('4 h'),
      },
    },
  ]);
});

test('hours that changed meanwhile are shown again, and what was typed stays', async () => {
  const { user } = await openLink({
    'POST rpc/message_link': LINK,
    'POST rpc/open_message_link': { result: 'ok', pass: 'p1', content: CONTENT },
    'POST rpc/answer_message_link': {
      result: 'changed',
      content: { ...CONTENT, hours: { '2026-01-07': 300 } },
    },
  });
  await user.type(await screen.findByLabelText(words('message-link:proof.pin')), '2580');
  await user.click(await button('message-link:proof.open'));
  await user.type(await screen.findByLabelText(words('payroll:sheet.name')), 'Ana Ruiz');
  await user.click(await button('payroll:sheet.sign'));
  expect(await screen.findByText(words('message-link:changed'))).toBeVisible();
  expect(screen.getAllByText('5 h')).toHaveLength(2);
  expect(screen.getByLabelText(words('payroll:sheet.name'))).toHaveValue('Ana Ruiz');
});

test('a wrong PIN says how many tries are left; a code can be texted instead', async () => {
  const { user } = await openLink({
    'POST rpc/message_link': LINK,
    'POST rpc/open_message_link': { result: 'wrong', tries_left: 1 },
    'POST rpc/send_link_code': { result: 'sent', phone_ends_with: '23' },
  });
  await user.type(await screen.findByLabelText(words('message-link:proof.pin')), '1111');
  await user.click(await button('message-link:proof.open'));
  expect(await screen.findByText(words('message-link:proof.wrong', { count: 1 }))).toBeVisible();
  await user.click(await button('message-link:proof.sendCode'));
  expect(await screen.findByLabelText(words('message-link:proof.code'))).toBeVisible();
});

test.each(['unknown', 'expired', 'used', 'locked'] as const)(
  'a link that is %s says so and what to do',
  async (state) => {
    await openLink({ 'POST rpc/message_link': { ...LINK, state } });
    expect(await screen.findByText(words(`message-link:state.${state}Text`))).toBeVisible();
    expect(screen.queryByLabelText(words('message-link:proof.pin'))).toBeNull();
  },
);

test('a document is opened before it can be signed', async () => {
  const { user } = await openLink({
    'POST rpc/message_link': { ...LINK, purpose: 'document' },
    'POST rpc/open_message_link': {
      result: 'ok',
      pass: 'p1',
      content: {
        signer: 'Ana Ruiz',
        name: 'Crane plan',
        version: 2,
        path: 'c/d/e.pdf',
        file_name: 'crane.pdf',
      },
    },
  });
  await user.type(await screen.findByLabelText(words('message-link:proof.pin')), '2580');
  await user.click(await button('message-link:proof.open'));
  expect(await button('message-link:signDocument')).toBeDisabled();
});
