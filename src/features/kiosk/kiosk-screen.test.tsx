import { createHash } from 'node:crypto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeQueue } from '@/entities/offline/event-queue';
import { KioskScreen } from '@/features/kiosk/kiosk-screen';
import { queryClient } from '@/lib/query-client';
import { type Answers, Refusal } from '@/testing/backend';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { session } from '@/testing/people';

beforeEach(giveDeviceMemory);
afterEach(closeQueue);

const rosa = {
  employee_id: 'rosa',
  first_name: 'Rosa',
  last_name: 'Delgado',
  employee_number: '12',
  language: 'en',
  status: 'out',
  has_pin: true,
  usually_here: true,
};
const person = {
  result: 'ok',
  first_name: 'Rosa',
  language: 'en',
  running: null,
  recent: [],
  projects: [{ id: 'harbor', name: 'Harborview' }],
  cost_codes: [],
  limited_projects: [],
  cost_code_required: false,
  photo: 'off',
  questions: [],
};

async function openKiosk(answers: Answers = {}) {
  localStorage.setItem('chalkline.kiosk', JSON.stringify(session()));
  const opened = await openPart(<KioskScreen />, {
    as: null,
    namespaces: ['kiosk'],
    answers: {
      'POST rpc/my_kiosk': {
        id: 'tablet',
        name: 'Trailer',
        project_id: 'harbor',
        project_name: 'Harborview',
        company_name: 'Reyes Concrete',
        time_zone: 'America/New_York',
      },
      'POST rpc/kiosk_people': [rosa],
      'POST rpc/kiosk_person': person,
      'POST rpc/kiosk_kit': {
        seal: { id: 'seal', key: '07'.repeat(32) },
        projects: person.projects,
        cost_codes: [],
        limited_projects: [],
        cost_code_required: false,
      },
      'POST rpc/kiosk_punch': [
        {
          result: 'done',
          entry_id: 'entry',
          happened_at: '2026-03-10T11:00:00Z',
          tries_left: null,
        },
      ],
      ...answers,
    },
  });
  const press = async (name: string | RegExp) =>
    opened.user.click(await screen.findByRole('button', { name }));
  const signIn = async () => {
    await press(/Rosa Delgado/);
    await opened.user.type(screen.getByLabelText(words('kiosk:pin.label')), '4711');
    await press(words('kiosk:pin.ok'));
  };
  return { ...opened, press, signIn };
}

test('who has not been asked about photos is asked after the punch; no is kept', async () => {
  const { backend, press, signIn } = await openKiosk({
    'POST rpc/kiosk_person': { ...person, photo: 'ask' },
    'POST rpc/answer_kiosk_photos': 'ok',
  });
  await signIn();
  await press('Harborview');
  expect(await screen.findByText(words('kiosk:done.clock_in', { name: 'Rosa' }))).toBeVisible();
  await press(words('kiosk:photo.no'));
  await press(words('kiosk:next'));
  expect(await screen.findByRole('button', { name: /Rosa Delgado/ })).toBeVisible();
  expect(backend.sent('POST rpc/answer_kiosk_photos')).toEqual([
    { employee_id_param: 'rosa', pin_param: '4711', agreed_param: false, language_param: 'en' },
  ]);
});

test('a camera that does not work keeps nobody from the clock', async () => {
  const { backend, press, signIn } = await openKiosk({
    'POST rpc/kiosk_person': { ...person, photo: 'yes' },
  });
  await signIn();
  expect(await screen.findByText(words('kiosk:photo.noCamera'))).toBeVisible();
  await press('Harborview');
  expect(await screen.findByText(words('kiosk:done.clock_in', { name: 'Rosa' }))).toBeVisible();
  expect(backend.sent('POST rpc/kiosk_punch')).toMatchObject([{ kind_param: 'clock_in' }]);
});

const FORMS = { id: 'forms', code: '03 11 00', name: 'Forms', projects: null };

test.each([
  ['no code is in use', [], []],
  ['the codes of the project are archived', [FORMS], ['harbor']],
])('a required cost code is not asked for where %s', async (_, cost_codes, limited_projects) => {
  const { backend, press, signIn } = await openKiosk({
    'POST rpc/kiosk_person': { ...person, cost_codes, limited_projects, cost_code_required: true },
  });
  await signIn();
  await press('Harborview');
  expect(await screen.findByText(words('kiosk:done.clock_in', { name: 'Rosa' }))).toBeVisible();
  expect(backend.sent('POST rpc/kiosk_punch')).toMatchObject([{ project_id_param: 'harbor' }]);
});

test('where a cost code is required and there is one, the project alone is no start', async () => {
  const { signIn } = await openKiosk({
    'POST rpc/kiosk_person': { ...person, cost_codes: [FORMS], cost_code_required: true },
  });
  await signIn();
  expect(await screen.findByRole('button', { name: words('kiosk:other') })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Harborview' })).toBeNull();
});

test('on a public project a class of work can be chosen, and goes with the punch', async () => {
  const classes = [
    {
      id: 'carpenter',
      project_id: 'plant',
      code: 'CARP1',
      name: 'Carpenter',
      name_es: 'Carpintero',
    },
  ];
  const { backend, user, press, signIn } = await openKiosk({
    'POST rpc/kiosk_person': {
      ...person,
      projects: [...person.projects, { id: 'plant', name: 'Water plant' }],
      classes,
    },
  });
  const field = () => screen.queryByRole('combobox', { name: words('kiosk:classOfWork') });
  const choose = async (label: string, option: string | RegExp) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await signIn();
  await press(words('kiosk:other'));
  await choose(words('common:project.label'), 'Harborview');
  expect(field()).toBeNull();
  await choose(words('common:project.label'), 'Water plant');
  await choose(words('kiosk:classOfWork'), /Carpenter/);
  await press(words('kiosk:start'));
  expect(await screen.findByText(words('kiosk:done.clock_in', { name: 'Rosa' }))).toBeVisible();
  expect(backend.sent('POST rpc/kiosk_punch')).toMatchObject([
    { project_id_param: 'plant', classification_id_param: 'carpenter' },
  ]);
});

test('who agreed can stop the photos at the tablet', async () => {
  const { press, signIn } = await openKiosk({
    'POST rpc/kiosk_person': { ...person, photo: 'yes' },
    'POST rpc/answer_kiosk_photos': 'ok',
  });
  await signIn();
  await press(words('kiosk:photo.stop'));
  expect(await screen.findByText(words('kiosk:photo.off'))).toBeVisible();
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('a clock of over 16 hours asks for the real end before it is stored', async () => {
  const proposal = { proposed_at: hoursAgo(9), reason: 'crew', sample_size: 3 };
  const { backend, press, signIn } = await openKiosk({
    'POST rpc/kiosk_people': [{ ...rosa, status: 'in' }],
    'POST rpc/kiosk_person': {
      ...person,
      running: { since: hoursAgo(17), project_name: 'Harborview', on_break: false, proposal },
    },
  });
  await signIn();
  await press(words('kiosk:action.clock_out'));
  expect(await screen.findByText('3 of your crew stopped about then.')).toBeVisible();
  expect(backend.sent('POST rpc/kiosk_punch')).toEqual([]);
  await press(/Stopped at/);
  await waitFor(() =>
    expect(backend.sent('POST rpc/kiosk_punch')).toMatchObject([
      { kind_param: 'clock_out', ended_at_param: proposal.proposed_at },
    ]),
  );
});

test('the questions about a clock-out are asked after it, one tap each', async () => {
  const question = (id: string, moment: string, text: string) => ({
    id,
    moment,
    text_en: text,
    text_es: `¿${text}`,
  });
  const { backend, press, signIn } = await openKiosk({
    'POST rpc/kiosk_people': [{ ...rosa, status: 'in' }],
    'POST rpc/kiosk_person': {
      ...person,
      running: { since: hoursAgo(8), project_name: 'Harborview', on_break: false },
      questions: [question('q1', 'in', 'Helmet?'), question('q2', 'out', 'Were you injured?')],
    },
    'POST rpc/answer_kiosk_questions': new Refusal(400, { message: 'no' }),
  });
  await signIn();
  await press(words('kiosk:action.clock_out'));
  expect(await screen.findByText('Were you injured?')).toBeVisible();
  expect(screen.queryByText('Helmet?')).toBeNull();
  await press(words('kiosk:question.yes'));
  expect(await screen.findByText(words('kiosk:question.failed'))).toBeVisible();
  backend.answer({ 'POST rpc/answer_kiosk_questions': 'ok' });
  await press(words('kiosk:question.yes'));
  expect(await screen.findByRole('button', { name: words('kiosk:next') })).toBeVisible();
  expect(backend.sent('POST rpc/answer_kiosk_questions').at(-1)).toEqual({
    employee_id_param: 'rosa',
    pin_param: '4711',
    entry_id_param: 'entry',
    answers_param: [{ question_id: 'q2', answer: 'yes' }],
    language_param: 'en',
  });
});

interface Waiting {
  id: string;
  employee_id: string;
  kind: string;
  happened_at: string;
  payload: { project_id: string };
  sealed: { box: string };
}

/** As the server opens the first link of a chain. */
function opened({ id, employee_id, kind, happened_at, payload, sealed }: Waiting): string {
  const about = [id, employee_id, kind, happened_at, payload.project_id, ''].join('|');
  const pad = createHash('sha256')
    .update(`${'\x07'.repeat(32)}\x02${about}`)
    .digest();
  const box = Buffer.from(sealed.box, 'hex');
  return String.fromCharCode(...box.map((byte, place) => byte ^ (pad[place] ?? 0)));
}

/** As `fetch` says it. */
const noSignal = () => Promise.reject(new TypeError('Failed to fetch'));

test('without a signal the punch is kept, with the PIN sealed, and sent later', async () => {
  const { backend, press, signIn } = await openKiosk();
  await waitFor(() => expect(kept.has('kiosk-seal') && kept.has('kiosk-people')).toBe(true));
  backend.answer({
    'POST rpc/kiosk_person': noSignal,
    'POST rpc/kiosk_punch': noSignal,
    'POST rpc/kiosk_people': noSignal,
    'POST rpc/my_kiosk': noSignal,
  });
  await signIn();
  expect(await screen.findByText(words('kiosk:noSignal'))).toBeVisible();
  await press('Harborview');
  expect(await screen.findByText(words('common:queue.saved'))).toBeVisible();
  expect(screen.getByText(words('common:queue.punches', { count: 1 }))).toBeVisible();
  // No PIN on the tablet, and the link that sealed it is gone.
  const queue = [...kept.entries()].find(([key]) => key.startsWith('queue:'))?.[1];
  expect(queue).toMatchObject([
    { kind: 'clock_in', employee_id: 'rosa', sealed: { id: 'seal', index: 0 } },
  ]);
  expect(JSON.stringify([...kept.values()])).not.toContain('4711');
  expect(opened((queue as Waiting[])[0] as Waiting)).toBe('4711    ');
  expect(kept.get('kiosk-seal')).toMatchObject({ index: 1 });
  await press(words('kiosk:next'));
  expect(await screen.findByRole('button', { name: /Rosa Delgado/ })).toHaveTextContent(
    words('kiosk:status.in'),
  );

  backend.answer({
    'POST rpc/my_kiosk': { id: 'tablet', server_time: new Date().toISOString() },
    'POST rpc/kiosk_people': [rosa],
    'POST rpc/kiosk_sync_events': ({ body }: { body: { events_param: { id: string }[] } }) =>
      body.events_param.map(({ id }) => ({ id, result: 'applied' })),
  });
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText(words('common:queue.allSent'))).toBeVisible();
  expect(backend.sent('POST rpc/kiosk_sync_events')).toMatchObject([
    { kiosk_id_param: 'tablet', events_param: [{ kind: 'clock_in', employee_id: 'rosa' }] },
  ]);
});

test('a signal lost right after a punch leaves the person clocked in', async () => {
  const { backend, press, signIn } = await openKiosk();
  await waitFor(() => expect(kept.has('kiosk-seal') && kept.has('kiosk-people')).toBe(true));
  await signIn();
  await press('Harborview');
  await screen.findByText(words('kiosk:done.clock_in', { name: 'Rosa' }));
  backend.answer({ 'POST rpc/kiosk_person': noSignal, 'POST rpc/kiosk_people': noSignal });
  await press(words('kiosk:next'));
  await signIn();
  expect(
    await screen.findByRole('button', { name: words('kiosk:action.clock_out') }),
  ).toBeVisible();
});

test('a tablet that starts without a signal shows the names it knows', async () => {
  const first = await openKiosk();
  expect(await screen.findByRole('button', { name: /Rosa Delgado/ })).toBeVisible();
  await waitFor(() => expect(kept.has('kiosk-people')).toBe(true));
  first.backend.answer({
    'POST rpc/my_kiosk': noSignal,
    'POST rpc/kiosk_people': noSignal,
    'POST rpc/kiosk_kit': noSignal,
  });
  queryClient.clear();
  cleanup();
  await openPart(<KioskScreen />, {
    as: null,
    namespaces: ['kiosk'],
    answers: {
      'POST rpc/my_kiosk': noSignal,
      'POST rpc/kiosk_people': noSignal,
      'POST rpc/kiosk_kit': noSignal,
    },
  });
  expect(await screen.findByRole('button', { name: /Rosa Delgado/ })).toBeVisible();
});

test('a tablet that is revoked says so at the next PIN, and keeps nobody’s name', async () => {
  const { user, backend, press } = await openKiosk();
  await press(/Rosa Delgado/);
  await waitFor(() => expect(kept.has('kiosk-people')).toBe(true));
  backend.answer({
    'POST rpc/kiosk_person': new Refusal(400, {
      code: 'P0001',
      hint: 'kiosk_not_paired',
      message: 'no',
    }),
    'POST rpc/my_kiosk': null,
  });
  await user.type(screen.getByLabelText(words('kiosk:pin.label')), '4711');
  await press(words('kiosk:pin.ok'));
  expect(await screen.findByRole('heading', { name: words('kiosk:pair.title') })).toBeVisible();
  expect([...kept.keys()]).not.toContain('kiosk-people');
  expect(screen.queryByText(/Rosa/)).toBeNull();
});
