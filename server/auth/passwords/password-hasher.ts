import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';
import { tooManyRequests } from '../auth-error.ts';
import { QueueFullError, WorkQueue } from './work-queue.ts';

/** OWASP's first choice for argon2id. The library's `Algorithm.Argon2id` is a const enum: 2. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT_FORM = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const WAITING_LIMIT = 200;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Runs `before` and the comparison in one place of the queue, so that what `before` counts can
   * never run ahead of the comparisons. No hash at all costs the same as a wrong password.
   */
  verify(
    password: string,
    hash: string | undefined,
    before?: () => Promise<void>,
  ): Promise<{ valid: boolean; outdated: boolean }>;
}

/**
 * Hashing runs on libuv's threads, and one core is always left to the requests: on two cores a
 * storm of sign-ins can take one, never both.
 */
export function createPasswordHasher(): PasswordHasher {
  const queue = new WorkQueue(Math.max(1, availableParallelism() - 1), WAITING_LIMIT);
  const decoy = argon2Hash(randomBytes(16).toString('hex'), ARGON2ID);

  async function inQueue<T>(job: () => Promise<T>): Promise<T> {
    try {
      return await queue.run(job);
    } catch (error) {
      if (error instanceof QueueFullError) throw tooManyRequests(5);
      throw error;
    }
  }

  return {
    hash: (password) => inQueue(() => argon2Hash(password, ARGON2ID)),
    verify: (password, stored, before) =>
      inQueue(async () => {
        await before?.();
        if (stored === undefined || stored === '') {
          await compare(password, await decoy);
          return { valid: false, outdated: false };
        }
        const valid = await compare(password, stored);
        return { valid, outdated: valid && !CURRENT_FORM.test(stored) };
      }),
  };
}

async function compare(password: string, stored: string): Promise<boolean> {
  if (stored.startsWith('$argon2')) return argon2Verify(stored, password).catch(() => false);
  return bcryptVerify(password, stored).catch(() => false);
}
