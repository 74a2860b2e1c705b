import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { CONTROLLED, callSystemctl } from './systemctl.ts';

interface Call {
  readonly call: number;
  readonly systemctl: readonly string[];
}

/** What root may be asked to do, and nothing else. */
const ALLOWED = ['show', 'stop', 'start', '--no-ask-password'];

/**
 * Root may restart the service, but files must stay those of the user it runs as: the update itself runs as
 * the owner of the checkout, and this process calls systemctl for it. Undefined: it is the owner's already.
 */
export async function asOwner(root: string): Promise<number | undefined> {
  const { uid, gid } = statSync(root);
  if (process.getuid?.() !== 0 || uid === 0) return undefined;
  const child = spawn(process.execPath, process.argv.slice(1), {
    cwd: root,
    uid,
    gid,
    env: { ...process.env, HOME: root, [CONTROLLED]: '1' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Ctrl+C reaches it as well; it decides.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  child.on('message', async ({ call, systemctl }: Call) => {
    const isAllowed = ALLOWED.includes(systemctl[0] ?? '');
    const answer = isAllowed ? await callSystemctl(systemctl) : { code: 1, output: 'not allowed' };
    if (child.connected) child.send({ reply: call, ...answer });
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}
