import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import nodeFlags from '../../server/node-flags.json' with { type: 'json' };
import type { HealthBeside } from './health-process.ts';

/** Asks /health until it is told to end. */
export function askHealthBeside(url: string): { end(): Promise<HealthBeside> } {
  const child = fork(path.join(import.meta.dirname, 'health-process.ts'), {
    execArgv: [...nodeFlags],
  });
  child.send(url);
  return {
    async end() {
      const answered = once(child, 'message');
      child.send('end');
      const [measured] = (await answered) as [HealthBeside];
      child.disconnect();
      return measured;
    },
  };
}
