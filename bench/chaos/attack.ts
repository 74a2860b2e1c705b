import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { AttackOrder, AttackReport } from '../attackers.ts';

const ATTACKERS = path.join(import.meta.dirname, '../attackers.ts');

/**
 * An account and a visitor without one do what costs the server most, as fast as it lets them, whatever
 * else happens to it. The function returned stops them, and resolves with how often they asked.
 */
export function attack({ url, anonKey, token }: Required<AttackOrder>): () => Promise<number> {
  const attackers = [
    { url, anonKey, token },
    { url, anonKey },
  ].map((order) => {
    const attacker = fork(ATTACKERS);
    attacker.send(order satisfies AttackOrder);
    return attacker;
  });
  return async () => {
    let asked = 0;
    for (const attacker of attackers) {
      attacker.send('stop');
      const [report] = (await once(attacker, 'message')) as [AttackReport];
      asked += report.asked;
      attacker.disconnect();
    }
    return asked;
  };
}
