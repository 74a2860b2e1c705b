import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../scripts/find-chromium.ts';

const run = promisify(execFile);

/** The home of somebody whose browser trusts what is installed in it, as on a computer of a crew. */
export interface Home {
  /** As the steps on the page do it. */
  trust(authority: Buffer): Promise<void>;
  /** A browser with a camera, for which every name that ends in .local is this machine. */
  launch(): Promise<Browser>;
  remove(): void;
}

export async function makeHome(certutil: string): Promise<Home> {
  const home = mkdtempSync(path.join(tmpdir(), 'chalkline-home-'));
  const store = path.join(home, '.pki', 'nssdb');
  mkdirSync(store, { recursive: true });
  await run(certutil, ['-d', `sql:${store}`, '-N', '--empty-password']);
  return {
    async trust(authority) {
      const file = path.join(home, 'authority.crt');
      writeFileSync(file, authority);
      await run(certutil, ['-d', `sql:${store}`, '-A', '-t', 'C,,', '-n', 'lan', '-i', file]);
    },
    launch: () =>
      chromium.launch({
        executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
        env: { ...process.env, HOME: home } as Record<string, string>,
        args: [
          ...CHROMIUM_FLAGS,
          '--use-fake-device-for-media-stream',
          '--host-resolver-rules=MAP *.local 127.0.0.1',
        ],
      }),
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}
