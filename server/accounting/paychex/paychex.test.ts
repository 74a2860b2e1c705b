import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakePaychex, startPaychex } from '../../../testing/fake-paychex.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../../../testing/fake-payroll-api.ts';
import { CredentialsError } from '../payroll-api/api-client.ts';
import { testActivity } from '../payroll-api/test-activity.ts';
import type { Activity, Outcome } from '../system.ts';
import { PaychexClient } from './paychex-client.ts';
import { readPaychexJournal } from './paychex-journal.ts';
import { sendToPaychex } from './send-to-paychex.ts';

/** What never answers takes this long; a busy machine answers within it. */
const ANSWER_TIMEOUT_MS = 5_000;

let paychex: FakePaychex;
let client: PaychexClient;

const PERIOD = {
  payPeriodId: 'PP1',
  status: 'INITIAL',
  startDate: '2026-11-08T00:00:00Z',
  endDate: '2026-11-14T00:00:00Z',
};

beforeEach(async () => {
  paychex = await startPaychex();
  client = openClient();
  paychex.workers.push(
    ...Array.from({ length: 130 }, (_, at) => ({
      workerId: `W${at}`,
      name: { givenName: 'Ana', familyName: `Ruiz ${at}` },
      currentStatus: { statusType: 'ACTIVE' },
    })),
  );
  paychex.periods.push({ ...PERIOD });
});
afterEach(async () => {
  client.close();
  await paychex.close();
});

function openClient(clientSecret = CLIENT_SECRET): PaychexClient {
  const { origin, authority } = paychex;
  return new PaychexClient({
    origin,
    ca: authority.cert,
    clientId: CLIENT_ID,
    clientSecret,
    timeoutMs: ANSWER_TIMEOUT_MS,
  });
}

function activity(
  at: number,
  hours: number,
  changes: Partial<Activity> = {},
  component = 'C-REG',
): Activity {
  return { ...testActivity(`W${at}`, component, hours, changes), id: `${at}-${component}` };
}

function changed(
  at: number,
  from: number,
  to: number,
  action: 'update' | 'delete' = 'update',
): Activity {
  const sentContent = activity(at, from).content;
  return activity(at, to, { action, sentContent, externalId: 'x' } as Partial<Activity>);
}

async function send(...activities: Activity[]): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  await sendToPaychex(client, paychex.companyId, activities, async ({ id }, outcome) => {
    expect(outcomes.has(id)).toBe(false);
    outcomes.set(id, outcome);
  });
  expect(outcomes.size).toBe(activities.length);
  return outcomes;
}

const writes = () => paychex.calls.filter(({ method }) => method !== 'GET');

test('Lists are read in pages', async () => {
  expect(await client.workers(paychex.companyId)).toHaveLength(130);
  expect(await client.companies()).toEqual([
    { companyId: '00ABC', legalName: 'Chalk Builders LLC' },
  ]);
  expect((await client.components(paychex.companyId)).map(({ name }) => name)).toContain(
    'Overtime',
  );
});

test('A wrong secret is said as such', async () => {
  const wrong = openClient('another');
  await expect(wrong.companies()).rejects.toThrow(CredentialsError);
  wrong.close();
});

describe('hours', () => {
  test('A person has one check with all kinds of hours, in hundredths', async () => {
    const outcomes = await send(
      activity(1, 40),
      activity(1, 5.5, {}, 'C-OT'),
      activity(2, 37 + 38 / 60),
    );
    expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent']);
    expect(paychex.checks).toHaveLength(2);
    expect(paychex.hours('W1', 'C-REG')).toEqual(['40.00']);
    expect(paychex.hours('W1', 'C-OT')).toEqual(['5.50']);
    expect(paychex.hours('W2', 'C-REG')).toEqual(['37.63']);
  });

  test('Changes replace, deletions remove, the last one with its check', async () => {
    await send(activity(1, 40), activity(1, 5, {}, 'C-OT'));
    await send(changed(1, 40, 38));
    expect(paychex.hours('W1', 'C-REG')).toEqual(['38.00']);
    expect((await send(changed(1, 38, 38, 'delete'))).get('1-C-REG')).toEqual({ kind: 'deleted' });
    const rest = activity(1, 5, {}, 'C-OT');
    await send({ ...rest, action: 'delete', sentContent: rest.content } as Activity);
    expect(paychex.checks).toEqual([]);
  });

  test('What somebody changed there is not overwritten, and what is made by hand is not ours', async () => {
    await send(activity(1, 40));
    for (const { earnings } of paychex.checks) for (const line of earnings) line.payHours = '42.00';
    const outcomes = await send(changed(1, 40, 41));
    expect(outcomes.get('1-C-REG')).toEqual({
      kind: 'conflict',
      reason: 'edited',
      theirs: {
        external_id: expect.any(String),
        content: expect.objectContaining({ hours: 42, minutes: 0 }),
      },
    });
    const earnings = [{ componentId: 'C-REG', checkComponentId: 'L-hand', payHours: '42.00' }];
    paychex.checks.push({
      paycheckId: 'hand',
      workerId: 'W2',
      payPeriodId: 'PP1',
      isOurs: false,
      earnings,
    });
    await send(activity(2, 8));
    expect(paychex.hours('W2', 'C-REG')).toEqual(['8.00']);
    paychex.checks.splice(0, paychex.checks.length);
    expect((await send(changed(1, 40, 41))).get('1-C-REG')).toMatchObject({ reason: 'gone' });
  });

  test.each([
    ['hang up after', '40.00'],
    ['never answer after', '40.00'],
    ['500 after', '40.00'],
    ['hang up before', '40.00'],
    ['500 before', '40.00'],
  ] as const)(
    'Without an answer (%s) it is looked up first: once there, never twice',
    async (fault, hours) => {
      let first = true;
      paychex.fault = ({ method }) => {
        if (method === 'GET' || !first) return 'none';
        first = false;
        return fault;
      };
      const outcomes = await send(activity(1, 40));
      expect(outcomes.get('1-C-REG')).toMatchObject({ kind: 'sent' });
      expect(paychex.hours('W1', 'C-REG')).toEqual([hours]);
      expect(writes()).toHaveLength(fault.endsWith('after') ? 1 : 2);
    },
  );

  test('After a crash the same hours are found there', async () => {
    await send(activity(1, 40));
    const again = await send(activity(1, 40, { isUnanswered: true }));
    expect(again.get('1-C-REG')).toMatchObject({
      kind: 'sent',
      external_id: expect.stringMatching(/^P\d+\/L\d+$/),
    });
    expect(writes()).toHaveLength(1);
  });

  test('An app that may only read is told so', async () => {
    paychex.isReadOnly = true;
    expect((await send(activity(1, 40))).get('1-C-REG')).toMatchObject({
      kind: 'refused',
      code: 'not_allowed',
    });
  });

  test.each([
    ['PROCESSING', 'pay_period_processed'],
    ['COMPLETED', 'pay_period_processed'],
  ])('A pay period that is %s takes nothing', async (status, code) => {
    for (const period of paychex.periods) period.status = status;
    expect((await send(activity(1, 40))).get('1-C-REG')).toMatchObject({ kind: 'refused', code });
    expect((await send(changed(1, 40, 41))).get('1-C-REG')).toMatchObject({
      kind: 'conflict',
      reason: 'billed',
    });
    expect(writes()).toEqual([]);
  });

  test('Without a pay period of these days, or with two, a person is needed', async () => {
    paychex.periods.push({ ...PERIOD, payPeriodId: 'PP2' });
    expect((await send(activity(1, 40))).get('1-C-REG')).toMatchObject({
      code: 'several_pay_periods',
    });
    paychex.periods.splice(0);
    expect((await send(activity(1, 40))).get('1-C-REG')).toMatchObject({ code: 'no_pay_period' });
  });

  test.each(['429', '503'] as const)(
    '%s waits as long as it says, also for a list',
    async (fault) => {
      paychex.fault = () => fault;
      expect((await send(activity(1, 40))).get('1-C-REG')).toEqual({
        kind: 'retry',
        after_seconds: 7,
        code: fault,
        arrived: false,
      });
    },
  );
});

test('Through seeded failures every hour is there once', async () => {
  let seed = 11;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const faults = [
    'none',
    'none',
    'none',
    'none',
    'none',
    'none',
    'hang up after',
    'hang up before',
    '500 after',
    '503',
    '429',
    'expire the token',
  ] as const;
  let before: string = 'none';
  paychex.fault = () => {
    const fault = faults[Math.floor(random() * faults.length)] ?? 'none';
    // A token that was just given is accepted.
    const next = before === fault ? 'none' : fault;
    before = next;
    return next;
  };
  let waiting = Array.from({ length: 60 }, (_, at) => [
    activity(at, 30 + (at % 10)),
    activity(at, 1 + (at % 5), {}, 'C-OT'),
  ]).flat();
  for (let round = 0; waiting.length > 0; round++) {
    expect(round).toBeLessThan(400);
    const part = waiting.slice(0, 10);
    const outcomes = await send(...part);
    expect([...outcomes.values()].map(({ kind }) => kind)).not.toContain('conflict');
    waiting = [
      ...waiting.slice(10),
      ...part.filter(({ id }) => outcomes.get(id)?.kind === 'retry'),
    ];
  }
  for (let at = 0; at < 60; at++) {
    expect(paychex.hours(`W${at}`, 'C-REG')).toEqual([`${30 + (at % 10)}.00`]);
    expect(paychex.hours(`W${at}`, 'C-OT')).toEqual([`${1 + (at % 5)}.00`]);
  }
  expect(new Set(paychex.checks.map(({ workerId }) => workerId)).size).toBe(paychex.checks.length);
});

test('Checks that were run come back with taxes, net and number', async () => {
  paychex.periods.push({
    ...PERIOD,
    payPeriodId: 'PP0',
    status: 'COMPLETED',
    startDate: '2026-11-01T00:00:00Z',
    endDate: '2026-11-07T00:00:00Z',
  });
  paychex.processed.push({
    payPeriodId: 'PP0',
    paycheckId: 'P9',
    workerId: 'W1',
    checkDate: '2026-11-13T00:00:00Z',
    checkNumber: '10071',
    grossEarnings: '1240.00',
    netPay: '955.38',
    taxes: [
      { name: 'Fed Income Tax', amount: '101.10' },
      { name: 'Social Security', amount: '76.88' },
      { name: 'Medicare', amount: '17.98' },
      { name: 'CA State Income Tax', amount: '41.20' },
      { name: 'CA Disability', amount: '13.64' },
      { name: 'Social Security ER', amount: '76.88', effectOnPay: 'EMPLOYER_INFORMATIONAL' },
    ],
    deductions: [{ name: 'Medical', amount: '33.82', effectOnPay: 'REDUCTION' }],
  });
  expect(await readPaychexJournal(client, paychex.companyId, '2026-10-20', '2026-11-18')).toEqual([
    {
      person_id: 'W1',
      period_start: '2026-11-01',
      period_end: '2026-11-07',
      gross_all: '1240.00',
      net: '955.38',
      paid_on: '2026-11-13',
      check_number: '10071',
      federal_tax: '101.10',
      fica: '76.88',
      medicare: '17.98',
      state_tax: '41.20',
      sdi: '13.64',
      other: [{ name: 'Medical', amount: '33.82' }],
    },
  ]);
});
