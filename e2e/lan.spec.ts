import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, type Page, test } from '@playwright/test';
import { findCertutil } from '../scripts/find-chromium.ts';
import { expectAccessible } from './support/axe.ts';
import { makeCompany, type Person } from './support/company.ts';
import { withOwnServer } from './support/own-server.ts';
import { storedForTheClock } from './support/stored-data.ts';
import { choose, entriesOf } from './support/time.ts';
import { type Home, makeHome } from './support/trusting-browser.ts';

const DENVER = { latitude: 39.7392, longitude: -104.9903, accuracy: 8 };
const PHONE = { viewport: { width: 390, height: 844 } };

let home: Home;

const ownServer = withOwnServer({
  async env() {
    const certutil = await findCertutil();
    test.skip(
      certutil === undefined,
      'needs certutil (Debian: libnss3-tools) to trust an authority',
    );
    home = await makeHome(certutil ?? '');
    return { LAN: '1', HOST: '127.0.0.1', HTTPS_PORT: '0', HTTP_PORT: '0' };
  },
  // Its plain port.
  urlOf: ({ server }) => `http://127.0.0.1:${server.port}`,
  after: () => home?.remove(),
});

/** As phones find the machine: by a name that is no loopback address, so that plain HTTP is not secure. */
const pageUrl = () =>
  `http://${hostname().split('.')[0]?.toLowerCase()}.local:${ownServer().server.config.tls.httpPort}`;

/** Before the authority is installed: the page says so, and hands it out. */
async function downloadAuthority(): Promise<Buffer> {
  const browser = await home.launch();
  const page = await browser.newPage(PHONE);
  await page.goto(pageUrl());
  await expect(page.getByRole('status')).toContainText('Not yet');
  await expectAccessible(page, 'setup of a device');
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page.getByRole('status')).toContainText('Todavía no');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar el certificado' }).click();
  const authority = readFileSync(await (await download).path());
  await browser.close();
  return authority;
}

async function signIn(page: Page, { session }: Person): Promise<void> {
  await page.evaluate(
    (text) => localStorage.setItem('chalkline.session', text),
    JSON.stringify(session),
  );
}

async function clockInOffline(page: Page): Promise<void> {
  const timer = page.getByRole('region', { name: 'Timer' });
  await choose(timer, 'Project', 'Riverside Tower');
  await choose(timer, 'Cost code', /03 11 00/);
  await page.context().setOffline(true);
  await timer.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText(/On the clock since/)).toBeVisible();
  await expect(page.getByText('1 punch not sent yet.')).toBeVisible();
}

/** The first company of this server runs it: its owner sees how the server does. */
async function seeSystem(page: Page, owner: Person): Promise<void> {
  await signIn(page, owner);
  await page.goto(new URL('/settings?tab=system', page.url()).href);
  await expect(
    page.getByText('HTTPS works on devices that trust this installation', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText('Mail is captured, not sent', { exact: false })).toBeVisible();
  await expectAccessible(page, 'Settings › System');
}

test('a device that trusts the authority has location, camera and work without a signal', async () => {
  const company = await makeCompany();
  const worker = await company.addPerson('employee');
  await home.trust(await downloadAuthority());
  const browser = await home.launch();
  const context = await browser.newContext({
    ...PHONE,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    geolocation: DENVER,
    permissions: ['geolocation', 'camera'],
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  });
  let page = await context.newPage();

  await page.goto(pageUrl());
  await expect(page.getByRole('status')).toContainText('This device is ready');
  await page.getByRole('link', { name: 'Open Chalkline' }).click();
  await page.waitForURL(/^https:.+\/auth\/login/);
  await signIn(page, worker);
  await page.goto(new URL('/my-status', page.url()).href);
  await expect(page.locator('h1')).toHaveText('My Status');

  const allowed = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const place = await new Promise<GeolocationPosition>((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject),
    );
    const camera = await navigator.mediaDevices.getUserMedia({ video: true });
    return {
      worker: registration.active !== null,
      latitude: place.coords.latitude,
      cameras: camera.getVideoTracks().length,
    };
  });
  expect(allowed).toEqual({ worker: true, latitude: DENVER.latitude, cameras: 1 });

  await storedForTheClock(page, ['03 11 00', 'Riverside Tower']);
  await clockInOffline(page);
  // Closed and opened again without a signal: the service worker has the app.
  const address = page.url();
  await page.close();
  page = await context.newPage();
  await page.goto(address);
  await expect(page.getByText('1 punch not sent yet.')).toBeVisible();
  expect(await entriesOf(worker)).toHaveLength(0);
  await context.setOffline(false);
  await expect.poll(async () => (await entriesOf(worker)).length).toBe(1);
  await expect(page.getByText('1 punch not sent yet.')).toHaveCount(0);
  await seeSystem(page, company.owner);
  await browser.close();
});
