import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InvitePeopleDialog } from '@/features/employees/components/invite-people-dialog';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const person = (id: string, first_name: string, more: object = {}) => ({
  id,
  user_id: null,
  first_name,
  last_name: 'Soto',
  email: null,
  phone: null,
  job_title: null,
  language: 'en',
  role: 'employee',
  active: true,
  employee_number: null,
  join_asked_at: null,
  ...more,
});

const PEOPLE = [
  person('p1', 'Ana', { email: 'ana@example.com' }),
  person('p2', 'Ben', { phone: '(303) 555-0142' }),
  person('p3', 'Cal'),
  person('p4', 'Dee', { user_id: 'u4', email: 'dee@example.com' }),
  person('p5', 'Eli', { active: false, email: 'eli@example.com' }),
];

const open = (answers: object = {}) =>
  openPart(<InvitePeopleDialog companyId={COMPANY_ID} onClose={() => undefined} />, {
    namespaces: ['employees'],
    answers: {
      'GET employees': PEOPLE,
      'POST rpc/employee_overview': [],
      'GET employee_pins': [{ employee_id: 'p1' }],
      ...answers,
    },
  });
const go = (way: string, count: number) =>
  screen.findByRole('button', { name: words(`employees:many.go.${way}`, { count }) });
const choose = (way: string) =>
  screen.getByRole('radio', { name: new RegExp(`^${words(`employees:many.ways.${way}`)}`) });

test('everyone without an account is listed, and mail goes to those with an address', async () => {
  const { user, backend } = await open({ 'POST rpc/resend_invitation': {} });
  const list = within(await screen.findByRole('list'));
  expect(list.getAllByRole('checkbox')).toHaveLength(3);
  expect(list.getByRole('checkbox', { name: /Cal/ })).toBeDisabled();
  await user.click(await go('email', 1));
  await screen.findByText(words('employees:many.done.email', { count: 1 }));
  expect(backend.sent('POST rpc/resend_invitation')).toEqual([{ employee_id_param: 'p1' }]);
});

test('a text to each with a number has the link that was made for that person', async () => {
  const { user } = await open({
    'POST rpc/create_invitation_link': [{ token: 'abc', expires_at: '2026-11-24T12:00:00Z' }],
  });
  await screen.findByRole('list');
  await user.click(choose('text'));
  await user.click(await go('text', 1));
  const link = await screen.findByRole('link', {
    name: words('employees:many.textTo', { name: 'Ben' }),
  });
  const href = decodeURIComponent(link.getAttribute('href') ?? '');
  expect(href).toMatch(/^sms:\+13035550142\?&body=Ben, /);
  expect(href).toContain('/auth/reset-password#invite_token=abc');
});

test('PINs are set for those without one, drawn again where one is too simple, and printed once', async () => {
  let tries = 0;
  const { user, backend } = await open({
    'POST rpc/set_employee_pin': () => {
      tries += 1;
      return tries === 1 ? new Refusal(400, { hint: 'pin_too_simple' }) : null;
    },
  });
  await screen.findByRole('list');
  await user.click(choose('pin'));
  const ben = await screen.findByRole('checkbox', { name: /Ben/ });
  await user.click(ben);
  await user.click(await go('pin', 2));
  await screen.findByText(words('employees:many.done.pin', { count: 2 }));
  const sent = backend.sent('POST rpc/set_employee_pin') as { pin_param: string }[];
  expect(sent).toHaveLength(3);
  expect(sent.every(({ pin_param }) => /^\d{4}$/.test(pin_param))).toBe(true);
  const sheet = document.querySelector('[data-print="sheet"]');
  expect(sheet?.textContent).toContain(sent.at(-1)?.pin_param);
});

test('one who is refused is named, and the others are invited', async () => {
  const { user } = await open({
    'GET employees': [...PEOPLE, person('p6', 'Fay', { email: 'fay@example.com' })],
    'POST rpc/resend_invitation': ({ body }: { body: { employee_id_param: string } }) =>
      body.employee_id_param === 'p1' ? new Refusal(400, { hint: 'invited_just_now' }) : {},
  });
  await user.click(await go('email', 2));
  await screen.findByText(words('employees:many.done.email', { count: 1 }));
  expect(screen.getByText(/Ana Soto:/)).toHaveTextContent(
    words('refusals:failure.invited_just_now'),
  );
});
