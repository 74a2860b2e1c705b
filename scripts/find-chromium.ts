import { existsSync } from 'node:fs';
import { installPackages } from './install-package.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
] as const;

/** Chromium without window, tabs and address bar: the same pages for less processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** For a browser without a window that speaks to nobody but the page. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A Chromium for the browser tests; on Debian, root installs it when it is missing. */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM'];
  const found = (named ? [named] : PLACES).find((place) => existsSync(place));
  if (found) return found;
  if (named) throw new Error(`CHROMIUM=${named} does not exist.`);
  const wanted = {
    purpose: 'Chromium for the browser tests',
    file: PLACES[0],
    packages: ['chromium', 'chromium-headless-shell'],
  };
  if (await installPackages(wanted)) return PLACES[0];
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  );
}

/** For pages alone: the shell where there is one, else the browser itself. */
export function findShell(chromium: string): string {
  return chromium === PLACES[0] && existsSync(SHELL) ? SHELL : chromium;
}

const CERTUTIL = '/usr/bin/certutil';

/** Adds authorities to those that Chromium trusts on Linux; undefined where it is not to be had. */
export async function findCertutil(): Promise<string | undefined> {
  const wanted = {
    purpose: 'certutil for the browser tests',
    file: CERTUTIL,
    packages: ['libnss3-tools'],
  };
  return existsSync(CERTUTIL) || (await installPackages(wanted)) ? CERTUTIL : undefined;
}
