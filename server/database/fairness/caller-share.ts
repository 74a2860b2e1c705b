import type { Caller } from '../caller.ts';
import type { Share } from '../connection-pool.ts';

const shares = new WeakMap<Caller, Share>();

/**
 * One account has at most a quarter of the connections, and so has the address of visitors without
 * one, all visitors together a half: nobody takes them all. A crew behind one address is counted by
 * its accounts. Whoever holds the secret key is not held back.
 */
export function shareOf(caller: Caller, address?: string): Share {
  let share = shares.get(caller);
  if (!share) {
    share = makeShare(caller);
    shares.set(caller, share);
  }
  if (address === undefined || share.yields || share.part === 1) return share;
  const { key, part } = share;
  return { key: `${key} ${address}`, part: part / 2, yields: true, within: share };
}

function makeShare({ role, claims }: Caller): Share {
  if (role === 'service_role') return { key: role, part: 1 };
  const { sub } = JSON.parse(claims) as { sub?: unknown };
  return typeof sub === 'string' && sub !== ''
    ? { key: `${role} ${sub}`, part: 1 / 4, yields: true }
    : { key: role, part: 1 / 2 };
}
