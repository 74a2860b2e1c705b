import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReservedRequests } from './reserved-requests.ts';
import type { TokenUse } from './token-use.ts';

const LIMIT = 600;
const SHARE = 10;

/** The count of the database, which all servers share. */
function minute(limit = LIMIT) {
  const asked: number[] = [];
  let requests = 0;
  const reserve = async (count: number): Promise<TokenUse> => {
    asked.push(count);
    const reserved = requests + count <= limit ? count : 1;
    const isLimited = requests + reserved > limit;
    if (!isLimited) requests += reserved;
    const secondsLeft = 60 - ((performance.now() / 1000) % 60);
    const identity = {} as TokenUse['identity'];
    return { identity, tokenId: 'a', isLimited, requests, reserved, limit, secondsLeft };
  };
  return { asked, reserve, startAnew: () => (requests = 0) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('one is counted at first, then a share of a second at once, and each answer says the exact count', async () => {
  const reserved = new ReservedRequests(LIMIT);
  const { asked, reserve } = minute();
  const counts = [];
  for (let call = 0; call < 25; call++) counts.push((await reserved.take('t', reserve)).requests);
  expect(counts).toEqual(Array.from({ length: 25 }, (_, call) => call + 1));
  expect(asked).toEqual([1, SHARE, SHARE, SHARE]);
});

test('what comes together asks once, and two servers never let more pass than the limit', async () => {
  const { asked, reserve } = minute();
  const servers = [new ReservedRequests(LIMIT), new ReservedRequests(LIMIT)];
  const uses = await Promise.all(
    Array.from({ length: 3 * LIMIT }, (_, call) =>
      (servers[call % 2] as ReservedRequests).take('t', reserve),
    ),
  );
  const passed = uses.filter(({ isLimited }) => !isLimited).length;
  expect(passed).toBeLessThanOrEqual(LIMIT);
  expect(passed).toBeGreaterThan(LIMIT - 2 * SHARE);
  expect(asked.length).toBeLessThan(2 * (LIMIT / SHARE));
});

test('a minute that is over gives nothing to the next, used up or not', async () => {
  const { asked, reserve, startAnew } = minute(LIMIT);
  const reserved = new ReservedRequests(LIMIT);
  for (let call = 0; call < 2; call++) await reserved.take('t', reserve);
  vi.advanceTimersByTime(60_000);
  startAnew();
  expect(await reserved.take('t', reserve)).toMatchObject({ requests: 1, isLimited: false });
  expect(asked).toEqual([1, SHARE, 1]);
});

test('one that is at its limit is not asked about again until the minute ends', async () => {
  const { asked, reserve, startAnew } = minute(1);
  const reserved = new ReservedRequests(1);
  await reserved.take('t', reserve);
  vi.advanceTimersByTime(20_000);
  for (let call = 0; call < 5; call++)
    expect(await reserved.take('t', reserve)).toMatchObject({ isLimited: true, secondsLeft: 40 });
  expect(asked).toHaveLength(2);
  vi.advanceTimersByTime(40_000);
  startAnew();
  expect(await reserved.take('t', reserve)).toMatchObject({ isLimited: false });
});

test('a token that ended is forgotten, and a refusal is nobody’s reservation', async () => {
  const { asked, reserve } = minute();
  const reserved = new ReservedRequests(LIMIT);
  for (let call = 0; call < 2; call++) await reserved.take('t', reserve);
  reserved.forget('another');
  await reserved.take('t', reserve);
  expect(asked).toHaveLength(2);
  reserved.forget('a');
  const refuse = () => Promise.reject(new Error('revoked'));
  await expect(reserved.take('t', refuse)).rejects.toThrow('revoked');
  await expect(reserved.take('t', refuse)).rejects.toThrow('revoked');
  reserved.forget('');
  await reserved.take('t', reserve);
  expect(asked).toHaveLength(3);
});
