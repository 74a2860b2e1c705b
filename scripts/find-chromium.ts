import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium for the browser tests; on Debian, root installs it when it is missing. */
export async function findChromium(): Promise<string> {
  const found = process.env['CHROMIUM'] ?? PLACES.find((place) => existsSync(place));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('  · Installing Chromium for the browser tests');
    const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      ...options,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return '/usr/bin/chromium';
  }
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  );
}
