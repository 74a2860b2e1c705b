import { expect, test } from 'vitest';
import { GuessPace } from './guess-pace.ts';

const HASH_MS = 40;

/** Time passes only where something takes or waits for it. */
function makeClock() {
  let now = 0;
  const clock = {
    now: () => now,
    async sleep(milliseconds: number) {
      now += milliseconds;
    },
  };
  return { clock, pass: (milliseconds: number) => (now += milliseconds) };
}

function makePace() {
  const { clock, pass } = makeClock();
  const pace = new GuessPace(clock);
  const compare = async (isRight: boolean) => {
    pass(HASH_MS);
    if (!isRight) throw new Error('wrong');
    return 'session';
  };
  const guess = (address: string) => pace.take(address, () => compare(false)).catch(() => 'wrong');
  const signIn = (address: string | undefined) => pace.take(address, () => compare(true));
  return { guess, signIn, pace, ...{ now: clock.now, pass } };
}

test('A crew signs in from one address without a rest', async () => {
  const { signIn, now } = makePace();
  for (let person = 0; person < 200; person++) await signIn('203.0.113.7');
  expect(now()).toBe(200 * HASH_MS);
});

test('Who guesses is taken one after the other with rests, others are not', async () => {
  const { guess, signIn, now } = makePace();
  for (let count = 0; count < 21; count++) await guess('203.0.113.7');
  const before = now();
  await Promise.all(Array.from({ length: 10 }, () => guess('203.0.113.7')));
  const tenMs = now() - before;
  expect(tenMs).toBeGreaterThanOrEqual(9 * 10 * HASH_MS);
  const honest = now();
  await signIn('203.0.113.8');
  await signIn(undefined);
  expect(now() - honest).toBe(2 * HASH_MS);
});

test('More than a few waiting are refused, and after some minutes it is as before', async () => {
  const { guess, signIn, pace, now, pass } = makePace();
  for (let count = 0; count < 40; count++) await guess('203.0.113.7');
  const never = new Promise<never>(() => undefined);
  const stuck = Array.from({ length: 10 }, () => pace.take('203.0.113.7', () => never));
  await expect(signIn('203.0.113.7')).rejects.toMatchObject({ status: 429 });
  expect(stuck).toHaveLength(10);
  pass(300_000);
  const before = now();
  await expect(signIn('203.0.113.7')).resolves.toBe('session');
  expect(now() - before).toBe(HASH_MS);
});
