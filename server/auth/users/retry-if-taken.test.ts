import { expect, test } from 'vitest';
import { AuthError } from '../auth-error.ts';
import { retryIfTaken } from './retry-if-taken.ts';

const taken = () => new AuthError(422, 'user_already_exists', 'taken');

/** An attempt that fails with each of these in turn, and how often it was made. */
function failing(...errors: readonly Error[]) {
  const made = { count: 0 };
  const attempt = async (): Promise<string> => {
    const error = errors[made.count];
    made.count += 1;
    if (error) throw error;
    return 'the account';
  };
  return { made, attempt };
}

test('an account that appeared meanwhile is found at the second attempt', async () => {
  const { made, attempt } = failing(taken());
  expect(await retryIfTaken(attempt)).toBe('the account');
  expect(made.count).toBe(2);
});

test('an address that stays taken is refused, and no other error is tried again', async () => {
  const twice = failing(taken(), taken());
  await expect(retryIfTaken(twice.attempt)).rejects.toMatchObject({ code: 'user_already_exists' });
  expect(twice.made.count).toBe(2);
  const other = failing(new AuthError(401, 'user_banned', 'User is banned'));
  await expect(retryIfTaken(other.attempt)).rejects.toMatchObject({ code: 'user_banned' });
  expect(other.made.count).toBe(1);
});
