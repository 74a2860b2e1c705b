import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { SignJWT } from 'jose';
import type { BenchEnvironment } from './environment.ts';

/** @supabase/lite on the same database, with tokens of its own for the same people. */
export interface Lite {
  readonly url: string;
  tokenFor(userId: string): Promise<string>;
  stop(): void;
}

/** `folder` has the packages `@supabase/lite` and `postgres` in its node_modules. */
export async function startLite(
  environment: Pick<BenchEnvironment, 'direct'>,
  folder: string,
): Promise<Lite> {
  const program = path.join(folder, 'chalkline-bench-lite.mts');
  copyFileSync(path.join(import.meta.dirname, 'lite-server.ts'), program);
  const secret = randomBytes(32).toString('hex');
  const owner = { ...environment.direct, user: 'postgres' };
  const child = spawn(process.execPath, [program, JSON.stringify(owner), secret], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()));
    child.once('exit', () => reject(new Error('@supabase/lite did not start')));
  });
  return {
    url,
    tokenFor: (userId) =>
      new SignJWT({ role: 'authenticated', aud: 'authenticated' })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime('6h')
        .sign(new TextEncoder().encode(secret)),
    stop() {
      child.removeAllListeners('exit').kill();
      rmSync(program);
    },
  };
}
