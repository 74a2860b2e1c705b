import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeAdp, startAdp } from '../../../testing/fake-adp.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../../../testing/fake-payroll-api.ts';
import { createTestAuthority } from '../../../testing/test-certificate.ts';
import { CredentialsError } from '../payroll-api/api-client.ts';
import { ReadFailedError } from '../payroll-api/failed-request.ts';
import { testActivity } from '../payroll-api/test-activity.ts';
import type { Activity, Outcome } from '../system.ts';
import { AdpClient } from './adp-client.ts';
import { readAdpJournal } from './adp-journal.ts';
import { peopleOf } from './person-id.ts';
import { sendToAdp } from './send-to-adp.ts';

/** What never answers takes this long; a busy machine answers within it. */
const ANSWER_TIMEOUT_MS = 5_000;

let adp: FakeAdp;
let client: AdpClient;

beforeEach(async () => {
  adp = await startAdp();
  client = await openClient();
  adp.workers.push(...Array.from({ length: 130 }, (_, at) => worker(at)));
});
afterEach(async () => {
  client.close();
  await adp.close();
});

async function openClient(
  changes: { clientSecret?: string; certificate?: object | undefined } = {},
) {
  return new AdpClient({
    origin: adp.origin,
    tokenUrl: `${adp.origin}/auth/oauth/v2/token`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    certificate: await adp.authority.issue({ names: ['chalk-builders'] }),
    ca: adp.authority.cert,
    timeoutMs: ANSWER_TIMEOUT_MS,
    ...changes,
  } as ConstructorParameters<typeof AdpClient>[0]);
}

const worker = (at: number) => ({
  associateOID: `G3${String(at).padStart(6, '0')}`,
  person: { legalName: { givenName: 'Luis', familyName1: `Ramos ${at}` } },
  workAssignments: [
    {
      payrollGroupCode: '94N',
      payrollFileNumber: fileOf(at),
      assignmentStatus: { statusCode: { codeValue: 'A' } },
    },
  ],
});
const fileOf = (at: number) => String(at).padStart(6, '0');

const idOf = (at: number) => `${worker(at).associateOID}/94N/${fileOf(at)}`;

function activity(
  at: number,
  hours: number,
  changes: Partial<Activity> = {},
  code = 'R',
): Activity {
  return { ...testActivity(idOf(at), code, hours, changes), id: `a-${at}-${code}` };
}

async function send(...activities: Activity[]): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  await sendToAdp(client, activities, async ({ id }, outcome) => {
    expect(outcomes.has(id)).toBe(false);
    outcomes.set(id, outcome);
  });
  expect(outcomes.size).toBe(activities.length);
  return outcomes;
}

describe('signing in', () => {
  test('A certificate is shown in every handshake: without one nothing is answered', async () => {
    const bare = await openClient({ certificate: undefined });
    await expect(bare.workers()).rejects.toThrow(CredentialsError);
    const stranger = await createTestAuthority();
    const foreign = await openClient({ certificate: await stranger.issue({ names: ['x'] }) });
    await expect(foreign.workers()).rejects.toThrow();
    bare.close();
    foreign.close();
    expect(adp.calls).toEqual([]);
  });

  test('A wrong secret is said as such, and nothing is asked with it', async () => {
    const wrong = await openClient({ clientSecret: 'another' });
    await expect(wrong.workers()).rejects.toThrow(CredentialsError);
    wrong.close();
    expect(adp.calls).toEqual([]);
  });

  test('A token that ends early is renewed', async () => {
    await client.workers();
    let expirations = 0;
    adp.fault = () => (expirations++ === 0 ? 'expire the token' : 'none');
    expect(await client.workers()).toHaveLength(130);
  });

  test('A scope that is missing is a refusal, not a retry', async () => {
    adp.scopes.delete('workers');
    const refusal = client.workers().catch((error: unknown) => error);
    expect(await refusal).toBeInstanceOf(ReadFailedError);
    expect(((await refusal) as ReadFailedError).outcome).toMatchObject({
      kind: 'refused',
      code: 'not_allowed',
    });
  });
});

test('People are read in pages, by their payroll file', async () => {
  const people = (await client.workers()).flatMap(peopleOf);
  expect(people).toHaveLength(130);
  expect(people[7]).toEqual({
    associateOID: 'G3000007',
    payrollGroup: '94N',
    fileNumber: '000007',
    name: 'Luis Ramos 7',
    isActive: true,
  });
  expect((await client.earnings()).map(({ code }) => code)).toEqual(['R', 'O', 'DBL']);
});

describe('hours', () => {
  test('All people of a period go as one batch, in hundredths', async () => {
    const outcomes = await send(
      activity(1, 40),
      activity(1, 5.5, {}, 'O'),
      activity(2, 37 + 38 / 60),
    );
    expect(adp.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(adp.hours(fileOf(1), 'R')).toBe(40);
    expect(adp.hours(fileOf(1), 'O')).toBe(5.5);
    expect(adp.hours(fileOf(2), 'R')).toBe(37.63);
    expect(outcomes.get('a-1-R')).toMatchObject({
      kind: 'sent',
      external_id: expect.stringMatching(/^CL1114\w{4}_/),
    });
  });

  test('One that ADP refuses leaves the others sent', async () => {
    adp.refusedFiles.add(fileOf(3));
    const outcomes = await send(...[1, 2, 3, 4, 5].map((at) => activity(at, 40)));
    expect(outcomes.get('a-3-R')).toMatchObject({
      kind: 'refused',
      detail: 'File number 000003 is not valid.',
    });
    for (const at of [1, 2, 4, 5]) expect(adp.hours(fileOf(at), 'R')).toBe(40);
    expect(adp.hours(fileOf(3), 'R')).toBe(0);
  });

  test('200 with an error inside is a refusal', async () => {
    adp.failsInside = true;
    const outcomes = await send(activity(1, 40));
    expect(outcomes.get('a-1-R')).toMatchObject({
      kind: 'refused',
      detail: 'The payroll cycle is closed.',
    });
  });

  test('More hours go as the difference, fewer are for a person', async () => {
    const sent = activity(1, 40).content;
    const update = { action: 'update', sentContent: sent, externalId: 'CL1114AB_1' } as const;
    const more = await send(activity(1, 41.5, update));
    expect(more.get('a-1-R')).toMatchObject({ kind: 'sent' });
    expect(adp.hours(fileOf(1), 'R')).toBe(1.5);
    const fewer = await send(activity(1, 39, update));
    expect(fewer.get('a-1-R')).toEqual({
      kind: 'conflict',
      reason: 'by_hand',
      theirs: {
        external_id: 'CL1114AB_1',
        content: expect.objectContaining({ hours: 39 }),
        hours: '40.00',
      },
    });
    expect(adp.hours(fileOf(1), 'R')).toBe(1.5);
  });

  test.each([
    'hang up before',
    'hang up after',
    'never answer after',
    '500 before',
    '500 after',
  ] as const)(
    'Without an answer (%s) nothing goes again by itself: a person looks for the batch',
    async (fault) => {
      adp.fault = () => fault;
      const outcomes = await send(activity(1, 40));
      expect(outcomes.get('a-1-R')).toMatchObject({ kind: 'conflict', reason: 'unsure' });
      adp.fault = () => 'none';
      const again = await send(activity(1, 40, { isUnanswered: true }));
      expect(again.get('a-1-R')).toEqual({
        kind: 'conflict',
        reason: 'unsure',
        theirs: { external_id: 'CL1114', content: expect.anything() },
      });
      expect(adp.hours(fileOf(1), 'R')).toBe(fault.endsWith('after') ? 40 : 0);
    },
  );

  test.each(['429', '503'] as const)(
    '%s says that nothing was taken: it waits as long as it says',
    async (fault) => {
      adp.fault = () => fault;
      const outcomes = await send(activity(1, 40));
      expect(outcomes.get('a-1-R')).toEqual({
        kind: 'retry',
        after_seconds: 7,
        code: fault,
        arrived: false,
      });
      expect(adp.lines).toEqual([]);
    },
  );

  test('Who is not let in has sent nothing, and that is known', async () => {
    const wrong = await openClient({ clientSecret: 'another' });
    const noted: Outcome[] = [];
    await expect(
      sendToAdp(wrong, [activity(1, 40)], async (_, outcome) => void noted.push(outcome)),
    ).rejects.toThrow(CredentialsError);
    expect(noted).toEqual([
      { kind: 'retry', after_seconds: 60, code: 'sign_in_needed', arrived: false },
    ]);
    wrong.close();
  });

  test('A service that cannot be reached is asked again later', async () => {
    await adp.close();
    await expect(client.workers()).rejects.toMatchObject({
      outcome: { kind: 'retry', code: 'not_reached' },
    });
  });
});

test('Through seeded failures, with a person who decides what got no answer: nobody twice, nobody left out', async () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const faults = [
    'none',
    'hang up after',
    'hang up before',
    '500 after',
    '503',
    '429',
    'expire the token',
  ] as const;
  adp.fault = ({ method }) =>
    method === 'POST' ? (faults[Math.floor(random() * faults.length)] ?? 'none') : 'none';
  let waiting = Array.from({ length: 60 }, (_, at) => activity(at, 30 + (at % 20)));
  for (let round = 0; waiting.length > 0; round++) {
    expect(round).toBeLessThan(200);
    const part = waiting.slice(0, 7);
    const rest = waiting.slice(7);
    const outcomes = await send(...part);
    const left = part.filter(({ id, content }) => {
      const outcome = outcomes.get(id);
      if (outcome?.kind === 'retry') return true;
      if (outcome?.kind !== 'conflict') return false;
      // The person looks there.
      const file = content?.person.external_id.split('/')[2] ?? '';
      return adp.hours(file, 'R') === 0;
    });
    waiting = [...rest, ...left];
  }
  for (let at = 0; at < 60; at++) expect(adp.hours(fileOf(at), 'R')).toBe(30 + (at % 20));
});

test('Gross and net come back from pay statements, of people with one payroll file', async () => {
  const amount = (amountValue: number) => ({ amountValue, currencyCode: 'USD' });
  const statement = (payDate: string, endDate: string, startDate: string) => ({
    payDate,
    payPeriod: { startDate, endDate },
    grossPayAmount: amount(1200.5),
    netPayAmount: amount(901.07),
  });
  adp.statements.set('G3000001', [
    statement('2026-11-20', '2026-11-14', '2026-11-08'),
    statement('2026-11-13', '2026-11-07', '2026-11-01'),
    { ...statement('2026-11-13', '2026-11-07', '2026-11-01'), payAdjustmentIndicator: true },
    statement('2026-05-01', '2026-04-25', '2026-04-19'),
  ]);
  const ids = [
    'G3000001/94N/000001',
    'G3000002/94N/000002',
    'G3000003/94N/000003',
    'G3000003/95N/000009',
  ];
  expect(await readAdpJournal(client, ids, '2026-10-01')).toEqual([
    {
      person_id: ids[0],
      period_start: '2026-11-08',
      period_end: '2026-11-14',
      gross_all: '1200.50',
      net: '901.07',
      paid_on: '2026-11-20',
    },
    {
      person_id: ids[0],
      period_start: '2026-11-01',
      period_end: '2026-11-07',
      gross_all: '1200.50',
      net: '901.07',
      paid_on: '2026-11-13',
    },
  ]);
});
