import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

test('who fills their share of the queue is refused with 429, others are not', async () => {
  const hasher = createPasswordHasher();
  const atOnce = Math.max(1, availableParallelism() - 1);
  const mine = [{ key: 'account:me', maxWaiting: 1 }];
  const answers = await Promise.allSettled([
    ...Array.from({ length: atOnce + 2 }, () => hasher.hash('a password', mine)),
    hasher.hash('a password', [{ key: 'account:other', maxWaiting: 1 }]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array(atOnce + 1).fill('fulfilled'),
    'rejected',
    'fulfilled',
  ]);
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 429, code: 'over_request_rate_limit', headers: { 'retry-after': '5' } },
  });
});
