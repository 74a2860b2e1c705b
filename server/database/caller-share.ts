import type { Caller } from './caller.ts';
import type { Share } from './connection-pool.ts';

const shares = new WeakMap<Caller, Share>();

/**
 * One account has at most a quarter of the connections, all visitors together a half, so that
 * nobody takes them all; an account that uses much has one while others work; whoever holds the
 * secret key is not held back.
 */
export function shareOf(caller: Caller): Share {
  let share = shares.get(caller);
  if (!share) {
    share = makeShare(caller);
    shares.set(caller, share);
  }
  return share;
}

function makeShare({ role, claims }: Caller): Share {
  if (role === 'service_role') return { key: role, part: 1 };
  const { sub } = JSON.parse(claims) as { sub?: unknown };
  return typeof sub === 'string' && sub !== ''
    ? { key: `${role} ${sub}`, part: 1 / 4, yields: true }
    : { key: role, part: 1 / 2 };
}
