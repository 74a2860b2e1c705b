import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
] as const;

/** A Chromium for the browser tests; on Debian, root installs it when it is missing. */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM'];
  const found = (named ? [named] : PLACES).find((place) => existsSync(place));
  if (found) return found;
  if (named) throw new Error(`CHROMIUM=${named} does not exist.`);
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && install()) return PLACES[0];
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  );
}

function install(): boolean {
  console.log('  · Installing Chromium for the browser tests');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'], env };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
      options,
    );
    return true;
  } catch {
    return false;
  }
}
