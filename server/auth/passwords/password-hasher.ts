import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { type Lane, QueueFullError, Semaphore } from '../../concurrency/semaphore.ts';
import { partOf } from '../../team/team.ts';
import { tooManyRequests } from '../auth-error.ts';

/** OWASP's first choice for argon2id. The library's `Algorithm.Argon2id` is a const enum: 2. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT_FORM = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const MAX_WAITING = 200;

interface Comparison {
  readonly password: string;
  /** No hash at all costs the same as a wrong password. */
  readonly hash: string | undefined;
  readonly lanes?: readonly Lane[];
  /**
   * Runs in the same place of the queue, so that what it counts can never run ahead of the
   * comparisons.
   */
  readonly before?: () => Promise<void>;
}

export interface PasswordHasher {
  hash(password: string, lanes?: readonly Lane[]): Promise<string>;
  verify(comparison: Comparison): Promise<{ valid: boolean; outdated: boolean }>;
  /** Refuses with 429 what the queue would refuse, before anything else is done for it. */
  check(lanes: readonly Lane[]): void;
}

/**
 * Hashing runs on libuv's threads, and one core is always left to the requests: on two cores a
 * storm of sign-ins can take one, never both. `workers` have them together.
 */
export function createPasswordHasher(workers = 1): PasswordHasher {
  const permits = partOf(availableParallelism() - 1, { size: workers });
  const semaphore = new Semaphore(permits, MAX_WAITING);
  const decoy = argon2Hash(randomBytes(16).toString('hex'), ARGON2ID);

  return {
    hash: (password, lanes = []) =>
      semaphore.run(() => argon2Hash(password, ARGON2ID), lanes).catch(asRefusal),
    verify: ({ password, hash, lanes = [], before }) =>
      semaphore
        .run(async () => {
          await before?.();
          if (!hash) {
            await compare(password, await decoy);
            return { valid: false, outdated: false };
          }
          const valid = await compare(password, hash);
          return { valid, outdated: valid && !CURRENT_FORM.test(hash) };
        }, lanes)
        .catch(asRefusal),
    check(lanes) {
      try {
        semaphore.check(lanes);
      } catch (error) {
        asRefusal(error);
      }
    },
  };
}

async function compare(password: string, stored: string): Promise<boolean> {
  if (stored.startsWith('$argon2')) return argon2Verify(stored, password).catch(() => false);
  // Only accounts that came from elsewhere have such a hash, each until its next sign-in.
  const { verify: bcryptVerify } = await import('@node-rs/bcrypt');
  return bcryptVerify(password, stored).catch(() => false);
}

function asRefusal(error: unknown): never {
  throw error instanceof QueueFullError ? tooManyRequests(5) : error;
}
