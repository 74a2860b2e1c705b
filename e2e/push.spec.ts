import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import {
  type BrowserContext,
  chromium,
  expect,
  type Page,
  test,
  type Worker,
} from '@playwright/test';
import { CHROMIUM_FLAGS } from '../scripts/find-chromium.ts';
import { createTestAuthority } from '../testing/test-certificate.ts';
import { must } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { type Company, makeCompany, type Person } from './support/company.ts';
import { withOwnServer } from './support/own-server.ts';
import { type PushService, startPushService } from './support/push-service.ts';

/** With it Chromium does not connect to its push service. */
const WITHOUT_PUSH = '--disable-background-networking';

let service: PushService;
let context: BrowserContext;
let profile: string;

const ownServer = withOwnServer({
  async env() {
    const authority = await createTestAuthority();
    const usual = tls.getCACertificates();
    tls.setDefaultCACertificates([...usual, authority.cert]);
    service = await startPushService(await authority.issue({ names: ['127.0.0.1'] }));
    profile = mkdtempSync(path.join(tmpdir(), 'chalkline-push-'));
    return { PUSH_ALLOW: new URL(service.url).host };
  },
  async after() {
    await context?.close();
    await service?.stop();
    if (profile) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  },
});

/**
 * A browser with a profile: a private window subscribes to nothing. Its push service is ours on loopback, to
 * which the address of a subscription points; keys and decryption are Chromium's own.
 */
async function openBrowser(person: Person): Promise<Page> {
  context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      ...CHROMIUM_FLAGS.filter((flag) => flag !== WITHOUT_PUSH),
      '--ignore-certificate-errors',
      ...service.flags,
    ],
    ignoreDefaultArgs: [WITHOUT_PUSH],
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    serviceWorkers: 'allow',
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['notifications'], { origin: ownServer().url });
  await context.addInitScript(
    ({ url, session }) => {
      if (!localStorage.getItem('e2e.signed-in')) {
        localStorage.setItem('e2e.signed-in', 'yes');
        localStorage.setItem('chalkline.session', session);
      }
      const { endpoint } = Object.getOwnPropertyDescriptors(PushSubscription.prototype);
      const { toJSON } = PushSubscription.prototype;
      const moved = (address: string) => url + new URL(address).pathname;
      Object.defineProperty(PushSubscription.prototype, 'endpoint', {
        get() {
          return moved(endpoint.get?.call(this) ?? '');
        },
      });
      PushSubscription.prototype.toJSON = function () {
        const json = toJSON.call(this);
        return { ...json, endpoint: moved(json.endpoint as string) };
      };
    },
    { url: service.url, session: JSON.stringify(person.session) },
  );
  return context.pages()[0] ?? context.newPage();
}

interface Shown {
  title: string;
  body: string;
  actions: string[];
}

/** What the browser shows, as the service worker knows it. */
const shown = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map((each) => {
      const { actions = [] } = each as unknown as { actions?: { title: string }[] };
      return { title: each.title, body: each.body, actions: actions.map(({ title }) => title) };
    });
  });

/** As the browser does it for a tap; a browser without a window has nothing to tap on. */
const tap = (worker: Worker, action = ''): Promise<void> =>
  worker.evaluate(async (name) => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent: (event: Event) => void;
      NotificationEvent: new (type: string, options: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    const event = new scope.NotificationEvent('notificationclick', { notification, action: name });
    const work: Promise<unknown>[] = [];
    // Only the browser's own events may be waited for.
    Object.assign(event, { waitUntil: (each: Promise<unknown>) => work.push(each) });
    scope.dispatchEvent(event);
    await Promise.all(work);
  }, action);

async function publish({ owner }: Company, title: string): Promise<string> {
  const bulletins = must(
    await owner.client.from('bulletins').insert({ title, must_acknowledge: true }).select('id'),
  );
  return bulletins[0]?.id ?? '';
}

async function notify(company: Company, person: Person, bulletin: string): Promise<void> {
  const options = {
    path: `/bulletin?id=${bulletin}`,
    actions: ['acknowledge'],
    action_data: { bulletin_id: bulletin },
    urgent: true,
  };
  const { sql } = ownServer().server.dependencies.database;
  await sql`select private.notify_person(${company.id}, ${person.employeeId}, 'bulletin', ${bulletin}, 'bulletin',
    ${sql.json({ titles: 'Secret title' })}, ${sql.json(options)})`;
}

test('Chromium gets a real push: subscribed after a tap, shown, opened, answered, ended by signing out', async () => {
  const { url, server } = ownServer();
  const company = await makeCompany();
  const worker = await company.addPerson('employee');
  const page = await openBrowser(worker);
  await page.goto(`${url}/settings?tab=notifications`);
  const devices = () => worker.client.from('push_subscriptions').select('device_name, details');
  await expect(page.getByText(/Get a notification when your shift changes/)).toBeVisible();
  await expectAccessible(page, 'devices with notifications');
  expect(must(await devices())).toEqual([]);
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByText('Notifications are on for this device.')).toBeVisible();
  expect(must(await devices())).toEqual([{ device_name: 'Chrome · Linux', details: false }]);
  await expectAccessible(page, 'this device');

  const background = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const first = await publish(company, 'Tie off on level 3');
  await notify(company, worker, first);
  await expect
    .poll(() => shown(background))
    .toEqual([
      {
        title: 'New on the bulletin board',
        body: 'Open it to read.',
        actions: ['Acknowledge'],
      },
    ]);
  const [sent] = service.received;
  expect(sent).toMatchObject({
    status: 201,
    headers: { 'content-encoding': 'aes128gcm', authorization: expect.stringMatching(/^vapid /) },
  });
  expect(sent?.body.includes('bulletin')).toBe(false);

  // The very thing, in the page that is open, which is not loaded anew.
  await page.evaluate(() => Object.assign(window, { wasHere: true }));
  await tap(background);
  await expect(page).toHaveURL(`${url}/bulletin?id=${first}`);
  expect(await page.evaluate(() => 'wasHere' in window)).toBe(true);
  await expect.poll(() => shown(background)).toEqual([]);

  // With details, as the person chose for this device; answered without the app.
  must(
    await worker.client.from('push_subscriptions').update({ details: true }).neq('endpoint', ''),
  );
  const second = await publish(company, 'Crane on Friday');
  await notify(company, worker, second);
  await expect.poll(() => shown(background)).toMatchObject([{ body: 'Secret title' }]);
  await tap(background, 'acknowledge');
  await expect.poll(() => shown(background)).toMatchObject([{ body: 'Acknowledged.' }]);
  const reads = must(
    await company.owner.client
      .from('bulletin_reads')
      .select('bulletin_id, employee_id')
      .not('acknowledged_at', 'is', null),
  );
  expect(reads).toEqual([{ bulletin_id: second, employee_id: worker.employeeId }]);

  await page.goto(`${url}/settings?tab=notifications`);
  await expect(page.getByText(/Last reached/)).toBeVisible();
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/auth\/login/);
  await expect.poll(() => shown(background)).toEqual([]);
  const { sql } = server.dependencies.database;
  await expect.poll(() => sql`select from push_subscriptions`).toEqual([]);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return (await registration?.pushManager.getSubscription()) ?? null;
      }),
    )
    .toBeNull();
});
