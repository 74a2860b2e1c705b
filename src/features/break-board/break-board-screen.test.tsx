import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BreakBoardScreen } from '@/features/break-board/break-board-screen';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const inMinutes = (minutes: number) =>
  new Date((Math.floor(Date.now() / 60_000) + minutes) * 60_000).toISOString();

const due = (kind: string, minutes: number, offer: object | null = null) => ({
  kind,
  number: 1,
  due_at: inMinutes(minutes),
  minutes: 30,
  offer,
});

const person = (id: string, first_name: string, changes: object = {}) => ({
  employee_id: id,
  first_name,
  last_name: 'Poe',
  job_title: null,
  crew_ids: ['c1'],
  crew_names: ['Concrete'],
  entry_id: `t-${id}`,
  project_id: 'p1',
  project_name: 'Harborview',
  clock_in: inMinutes(-240),
  may_clock: true,
  break_id: null,
  break_kind: null,
  break_started_at: null,
  worked_minutes: 240,
  meal_rule: true,
  rest_rule: false,
  waived: false,
  meals: 0,
  rests: 0,
  missed_meals: 0,
  missed_rests: 0,
  temperature_f: null,
  temperature_read_at: null,
  temperature_source: null,
  heat_level: null,
  due: [],
  ...changes,
});

const BOARD = [
  person('e1', 'Wes', { due: [due('meal', 60)] }),
  person('e2', 'Tess', {
    due: [due('meal', -4)],
    crew_ids: ['c2'],
    crew_names: ['Framing'],
    missed_meals: 0,
  }),
  person('e3', 'Rosa', {
    break_id: 'b3',
    break_kind: 'meal',
    break_started_at: inMinutes(-12),
  }),
];

const open = (rows: object[], answers: object = {}, as: 'foreman' | 'owner' = 'foreman') =>
  openPart(<BreakBoardScreen />, {
    namespaces: ['break-board'],
    as,
    answers: {
      'POST rpc/break_board': rows,
      'GET heat_rules': [],
      'GET projects': [],
      ...answers,
    },
  });

const rowOf = async (name: string) =>
  (await screen.findAllByText(`${name} Poe`))[0]?.closest('li') as HTMLElement;
const names = () => screen.getAllByRole('listitem').map((row) => row.textContent ?? '');

test('who is late comes first, who is on a break after those who are due', async () => {
  await open(BOARD);
  await screen.findByText(/4.*late/);
  expect(names().map((text) => /Wes|Tess|Rosa/.exec(text)?.[0])).toEqual(['Tess', 'Wes', 'Rosa']);
  expect(screen.getByText(words('break-board:onBreak.meal', { count: 12 }))).toBeVisible();
});

test('an offer is recorded with what the person said, and a time where it is put off', async () => {
  const { user, backend } = await open(BOARD, { 'POST rpc/offer_break': {} });
  const row = await rowOf('Tess');
  await user.click(
    within(row).getByRole('button', { name: new RegExp(words('break-board:action.offer')) }),
  );
  await user.click(await screen.findByLabelText(words('break-board:offer.choice.postponed')));
  await user.click(screen.getByRole('button', { name: words('break-board:offer.save') }));
  expect(await screen.findByText(words('break-board:offer.takeAtMissing'))).toBeVisible();
  await user.type(screen.getByLabelText(words('break-board:offer.takeAt')), '1:15p');
  await user.type(
    screen.getByLabelText(new RegExp(words('break-board:offer.note'))),
    'After the pour',
  );
  await user.click(screen.getByRole('button', { name: words('break-board:offer.save') }));
  await screen.findByText(words('break-board:toast.recorded'));
  const [call] = backend.requests.filter(({ path }) => path === 'rpc/offer_break');
  expect(call?.body).toMatchObject({
    entry_id_param: 't-e2',
    kind_param: 'meal',
    answer_param: 'postponed',
    note_param: 'After the pour',
    waives_param: false,
  });
});

test('a refused waiver says why, and keeps what was written', async () => {
  const { user } = await open(BOARD, {
    'POST rpc/offer_break': new Refusal(400, {
      code: 'P0001',
      hint: 'waiver_not_allowed',
      message: 'No',
    }),
  });
  const row = await rowOf('Wes');
  await user.click(
    within(row).getByRole('button', { name: new RegExp(words('break-board:action.offer')) }),
  );
  await user.click(await screen.findByLabelText(words('break-board:offer.choice.declined')));
  await user.click(screen.getByLabelText(words('break-board:offer.waives')));
  const save = () =>
    user.click(screen.getByRole('button', { name: words('break-board:offer.save') }));
  await save();
  expect(await screen.findByText(words('break-board:offer.noteMissing'))).toBeVisible();
  await user.type(screen.getByLabelText(new RegExp(words('break-board:offer.note'))), 'Goes home');
  await save();
  expect(await screen.findByText(words('break-board:failure.waiver_not_allowed'))).toBeVisible();
  expect(screen.getByDisplayValue('Goes home')).toBeVisible();
});

test('a break is started and ended for the crew', async () => {
  const { user, backend } = await open(BOARD, {
    'POST rpc/crew_start_break': [{ employee_id: 'e2', break_id: 'x', result: 'started' }],
    'POST rpc/crew_end_break': [{ employee_id: 'e3', break_id: 'b3', result: 'ended' }],
    'POST rpc/offer_break': {},
  });
  const button = (key: 'action.start.meal' | 'action.end', name: string) =>
    screen.findByRole('button', { name: `${words(`break-board:${key}`)} ${name}` });
  await user.click(await button('action.start.meal', 'Tess Poe'));
  await screen.findByText(words('break-board:toast.started', { name: 'Tess' }));
  await user.click(await button('action.end', 'Rosa Poe'));
  await screen.findByText(words('break-board:toast.ended', { name: 'Rosa' }));
  const calls = backend.requests.map(({ path }) => path);
  expect(calls).toEqual(expect.arrayContaining(['rpc/crew_start_break', 'rpc/crew_end_break']));
  const [offer] = backend.requests.filter(({ path }) => path === 'rpc/offer_break');
  expect(offer?.body).toMatchObject({ answer_param: 'taken' });
});

test('where no rule asks for breaks the board says so', async () => {
  await open([person('e1', 'Wes', { meal_rule: false })]);
  expect(await screen.findByText(words('break-board:noRules.title'))).toBeVisible();
});

test('an empty board says why', async () => {
  await open([]);
  expect(await screen.findByText(words('break-board:empty.title'))).toBeVisible();
});

test('an owner sets the heat rule, and nobody a high heat below shade', async () => {
  const { user, backend } = await open(BOARD, { 'POST heat_rules': [] }, 'owner');
  await user.click(
    await screen.findByRole('button', { name: words('break-board:heat.rule.open') }),
  );
  const high = await screen.findByLabelText(words('break-board:heat.rule.high'));
  await user.clear(high);
  await user.type(high, '70');
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  expect(await screen.findByText(words('break-board:heat.rule.highWrong'))).toBeVisible();
  await user.clear(high);
  await user.type(high, '98');
  await user.click(screen.getByRole('switch'));
  await user.click(screen.getByRole('button', { name: words('common:action.save') }));
  await screen.findByText(words('break-board:toast.heatRule'));
  const [saved] = backend.requests.filter(
    ({ path }) => path === 'heat_rules' || path.startsWith('heat_rules'),
  );
  expect(backend.requests.map(({ body }) => JSON.stringify(body)).join()).toContain('"high_f":98');
  expect(saved).toBeDefined();
});
