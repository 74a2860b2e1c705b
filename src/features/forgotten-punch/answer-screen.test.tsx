import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '@/testing/backend';
import { openApp, words } from '@/testing/open';

const LINK = '7d6f3a52-8f0e-4a4b-9a53-0d9d7f6e2b11';
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

const OPEN = {
  status: 'open',
  company: 'Reyes Concrete',
  project: 'Riverside Tower',
  language: 'en',
  time_zone: 'America/New_York',
  time_format: '12h',
  clock_in: ago(10),
  clock_out: null,
  proposed_at: ago(1),
  reason: 'crew',
  sample_size: 4,
  answer: null,
  answered_time: null,
  outcome: null,
  disputed: false,
};
const ANSWERED = { ...OPEN, status: 'answered', answer: 'stopped', outcome: 'applied' };

const time = (instant: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(instant));

/** By a visitor: nobody is signed in. */
const open = (state: unknown, answers = {}) =>
  openApp(`/answer/${LINK}`, {
    as: null,
    answers: { 'POST rpc/forgotten_punch_question': state, ...answers },
  });

test('opening asks; one tap on the proposal answers, with its reason beside it', async () => {
  const answered = { ...ANSWERED, answered_time: OPEN.proposed_at };
  const { user, backend } = await open(OPEN, { 'POST rpc/answer_forgotten_punch': answered });
  const stop = await screen.findByRole('button', {
    name: words('forgotten-punch:stoppedAt', { time: time(OPEN.proposed_at) }),
  });
  expect(stop).toHaveAccessibleDescription(words('forgotten-punch:reason.crew', { count: 4 }));
  expect(screen.getByText('Riverside Tower')).toBeVisible();
  expect(backend.sent('POST rpc/answer_forgotten_punch')).toEqual([]);
  await user.click(stop);
  expect(
    await screen.findByText(
      words('forgotten-punch:done.stopped', { time: time(OPEN.proposed_at) }),
    ),
  ).toBeVisible();
  // Also for whoever works for two.
  expect(screen.getByText('Reyes Concrete')).toBeVisible();
  expect(backend.sent('POST rpc/answer_forgotten_punch')).toEqual([
    { id_param: LINK, happened_at_param: OPEN.proposed_at, language_param: 'en' },
  ]);
});

test('still working sends no time', async () => {
  const { user, backend } = await open(OPEN, {
    'POST rpc/answer_forgotten_punch': { ...ANSWERED, answer: 'still_working' },
  });
  await user.click(await screen.findByRole('button', { name: words('forgotten-punch:yes') }));
  expect(await screen.findByText(words('forgotten-punch:done.goesOn'))).toBeVisible();
  expect(backend.sent('POST rpc/answer_forgotten_punch')).toEqual([
    { id_param: LINK, language_param: 'en' },
  ]);
});

test('another time must be after the start and not ahead; what was typed stays', async () => {
  const { user, backend } = await open(OPEN, {
    'POST rpc/answer_forgotten_punch': { ...ANSWERED, answered_time: ago(2) },
  });
  await user.click(await screen.findByRole('button', { name: words('forgotten-punch:another') }));
  const field = screen.getByLabelText(words('forgotten-punch:otherLabel'));
  await user.type(field, time(ago(-2)));
  await user.click(screen.getByRole('button', { name: words('forgotten-punch:save') }));
  expect(await screen.findByText(words('forgotten-punch:otherWrong'))).toBeVisible();
  expect(field).toHaveValue(time(ago(-2)));
  await user.clear(field);
  await user.type(field, `${time(ago(2))}{Enter}`);
  await waitFor(() => expect(backend.sent('POST rpc/answer_forgotten_punch')).toHaveLength(1));
  const [sent] = backend.sent('POST rpc/answer_forgotten_punch') as { happened_at_param: string }[];
  expect(time(sent?.happened_at_param ?? '')).toBe(time(ago(2)));
});

test('a failed answer says so and leaves the buttons', async () => {
  const { user } = await open(OPEN, {
    'POST rpc/answer_forgotten_punch': new Refusal(400, { hint: 'stated_end_invalid' }),
  });
  await user.click(await screen.findByRole('button', { name: words('forgotten-punch:yes') }));
  expect(await screen.findByText(words('errors:stated_end_invalid'))).toBeVisible();
  expect(screen.getByRole('button', { name: words('forgotten-punch:yes') })).toBeEnabled();
});

test('one that is over still names its company', async () => {
  await open({ ...ANSWERED, answered_time: OPEN.proposed_at, project: null });
  expect(await screen.findByText('Reyes Concrete')).toBeVisible();
});

test.each([
  ['used before', { ...ANSWERED, answered_time: OPEN.proposed_at }, 'closed.answered'],
  ['stopped meanwhile', { ...OPEN, status: 'stopped', clock_out: ago(1) }, 'closed.stopped'],
  ['deleted meanwhile', { ...OPEN, status: 'gone' }, 'closed.gone'],
  ['over', { status: 'expired', language: 'en' }, 'closed.expired'],
  ['wrong', new Refusal(400, { hint: 'answer_link_invalid' }), 'closed.invalid'],
])('a link that is %s says so and offers no answer', async (_name, state, title) => {
  await open(state);
  expect(await screen.findByText(words(`forgotten-punch:${title}`))).toBeVisible();
  expect(screen.queryByRole('button', { name: words('forgotten-punch:yes') })).toBeNull();
});

test('speaks the language of the person, whatever the browser speaks', async () => {
  await open({ ...OPEN, language: 'es' });
  expect(await screen.findByRole('button', { name: 'Sí, sigo trabajando' })).toBeVisible();
});

test('without a signal the answer waits on the page and is sent once there is one', async () => {
  let online = false;
  const { user, backend } = await open(OPEN, {
    'POST rpc/answer_forgotten_punch': () =>
      online ? ANSWERED : Promise.reject(new TypeError('Failed to fetch')),
  });
  await user.click(await screen.findByRole('button', { name: words('forgotten-punch:yes') }));
  expect(await screen.findByText(words('forgotten-punch:error.waits'))).toBeVisible();
  online = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(words('forgotten-punch:done.stoppedText'))).toBeVisible();
  expect(backend.sent('POST rpc/answer_forgotten_punch').at(-1)).toMatchObject({ id_param: LINK });
});
