import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { laneOf } from '@/entities/offline/offline-event';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import {
  type ActKind,
  effectOf,
  KINDS,
  type Line,
  PEOPLE,
  QueueStage,
  queueOf,
  SENDERS,
  type Sender,
  TABLET,
} from '@/testing/queue-stage';

const RUNS = Number(process.env['QUEUE_RUNS'] ?? 12);
const SEED = process.env['QUEUE_SEED'];

type Step = (stage: QueueStage) => Promise<void> | void;

/** A step by name, so that a counterexample can be read. */
const step = (name: string, run: Step) => Object.assign(run, { [fc.toStringMethod]: () => name });
const act = (kind: ActKind) => step(kind, (s) => s.act(kind));
const line = (state: Line) => step(`line ${state}`, (s) => s.become({ line: state }));
const send = (sender: Sender) => step(`send from ${sender}`, (s) => s.send(sender));
const pass = (ms: number) => step(`${ms} ms pass`, (s) => s.pass(ms));
const signIn = (person: number, company = 0) =>
  step(`person ${person} signs in to company ${company}`, (s) => s.signIn(person, company));
const refuse = step('the server refuses', (s) => s.server.become({ refusesNext: true }));
const hold = step('the server holds', (s) => s.server.become({ holdsNext: true }));

const steps = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...KINDS).map(act) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Line[]>('good', 'good', 'offline', 'lossy', 'dead').map(line),
  },
  { weight: 4, arbitrary: fc.constantFrom(...SENDERS).map(send) },
  { weight: 3, arbitrary: fc.constantFrom(1000, 9000, 25_000, 90_000).map(pass) },
  fc.constantFrom(
    refuse,
    hold,
    step('reload', (s) => s.reload()),
  ),
  fc.nat(50).map((which) => step(`request ${which} arrives again`, (s) => s.repeat(which))),
  fc.constantFrom(
    step('sign out', (s) => s.signOut()),
    signIn(0),
    signIn(0, 1),
    signIn(1),
  ),
);

/** Played each time, before the random ones. */
const EXAMPLES = [
  // What was taken at a kiosk goes after its punch, whoever begins.
  [line('offline'), act('kiosk_punch'), act('kiosk_photo'), line('good'), pass(9000)],
  // Someone else signs in while a punch waits for its turn.
  [line('dead'), act('clock_in'), act('clock_in'), signIn(1), line('good'), pass(9000)],
  [line('offline'), act('clock_in'), act('photo'), line('good'), send('second tab'), pass(9000)],
  // The other company is chosen while a punch and its photo wait, and one is made there.
  [line('offline'), act('clock_in'), act('photo'), signIn(0, 1), act('clock_in'), line('good')],
  [line('dead'), act('clock_in'), signIn(0, 1), act('clock_in'), line('good'), send('worker')],
  [line('offline'), act('clock_in'), act('crew_day'), refuse, line('good'), send('worker')],
];

const ACCOUNTS = [...PEOPLE, TABLET];

/** At every moment: what somebody did is on the device, or the server has it, or has said no. */
function expectNothingLost({ acts, server, line }: QueueStage): void {
  const waiting = new Set(ACCOUNTS.flatMap((account) => queueOf(account).map(effectOf)));
  const lost = acts.filter(
    ({ effect }) => !waiting.has(effect) && !server.has(effect) && !server.refused.has(effect),
  );
  expect(lost, `lost; line ${line}`).toEqual([]);
}

/** A file is there exactly as long as what it belongs to, and only what was refused says so. */
function expectStates({ server, line }: QueueStage): void {
  const files = ACCOUNTS.flatMap((account) =>
    queueOf(account)
      .filter(({ kind }) => kind === 'photo' || kind === 'kiosk_photo')
      .map(({ id }) => `file:${account}:${id}`),
  );
  const stored = [...kept.keys()].filter((key) => key.startsWith('file:'));
  expect(stored.sort(), `files; line ${line}`).toEqual(files.sort());
  const problems = ACCOUNTS.flatMap(queueOf).filter(({ problem }) => problem);
  expect(problems.filter((event) => !server.refused.has(effectOf(event)))).toEqual([]);
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, 'SyncManager');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

async function play(list: readonly Step[]): Promise<void> {
  kept.clear();
  localStorage.clear();
  giveDeviceMemory();
  const stage = new QueueStage();
  await stage.open();
  for (const run of list) {
    await run(stage);
    expectNothingLost(stage);
    expectStates(stage);
  }
  await stage.finish();
  expectNothingLost(stage);
  expectStates(stage);
  const { acts, server } = stage;
  // Nothing twice, and everything in the name of whoever did it, in the company they did it in.
  const applied = new Map(server.applied.map(({ effect, ...by }) => [effect, by]));
  expect(applied.size).toBe(server.applied.length);
  for (const [effect, by] of applied)
    expect(acts.find((act) => act.effect === effect)).toMatchObject(by);
  // What is left was refused, and says so; what was refused on the spot is not applied later.
  const left = ACCOUNTS.flatMap(queueOf);
  expect(left.filter(({ problem }) => !problem)).toEqual([]);
  expect(acts.filter(({ effect, told }) => told && server.has(effect))).toEqual([]);
  // In the order of each person and company, but for answers that came before their punch.
  for (const own of Map.groupBy(acts, (act) => `${act.account} ${act.company}`).values()) {
    const done = own.filter(
      ({ effect, kind }) =>
        !server.early.has(effect) &&
        applied.has(effect) &&
        laneOf({ kind: kind as never }) === 'ordered',
    );
    const arrived = server.applied.filter(({ effect }) =>
      done.some((act) => act.effect === effect),
    );
    expect(arrived.map(({ effect }) => effect)).toEqual(done.map(({ effect }) => effect));
  }
}

test('whatever happens to line, app and server: nothing is lost, doubled or out of order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 40 }), play), {
    examples: EXAMPLES.map((list): [typeof list] => [list]),
    numRuns: EXAMPLES.length + RUNS,
    ...(SEED && { seed: Number(SEED) }),
    // A shorter counterexample takes minutes.
    endOnFailure: true,
  });
}, 600_000);
