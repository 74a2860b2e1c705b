import { beforeEach, expect, test, vi } from 'vitest';
import type { DeviceAnswer } from '@/entities/push/device-answers';
import { handleClick, sendTappedAnswers } from '@/service-worker/notification-click';
import { renewSubscription } from '@/service-worker/renew-subscription';
import { notificationOf, receivePush } from '@/service-worker/show-notification';
import type { ClickEvent, WorkerClient, WorkerScope } from '@/service-worker/worker-scope';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { subscriptionAt } from '@/testing/push-browser';

const RECORD = {
  userId: 'user-1',
  sessionId: null,
  endpoint: 'https://push.example/before',
  auth: 'a'.repeat(22),
  serverKey: `B${'A'.repeat(86)}`,
  url: 'http://backend.test',
  apiKey: 'key',
};
const message = (notification: object) => ({ json: () => ({ web_push: 8030, notification }) });

function startWorker(pages: readonly WorkerClient[] = []) {
  const shown: { title: string; options: Record<string, unknown> }[] = [];
  const opened: string[] = [];
  const syncs: string[] = [];
  const worker = {
    location: new URL('https://app.test/'),
    navigator: { language: 'en-US' },
    clients: {
      matchAll: async () => pages,
      openWindow: async (address: string) => void opened.push(address),
    },
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) =>
        void shown.push({ title, options }),
      getNotifications: async () => shown,
      sync: { register: async (tag: string) => void syncs.push(tag) },
      pushManager: { subscribe: async () => subscriptionAt('https://push.example/after') },
    },
  } as unknown as WorkerScope;
  return { worker, shown, opened, syncs };
}

/** An open page that goes where it is asked to, or is asleep. */
function page(url: string, isAwake = true) {
  const asked: string[] = [];
  const client: WorkerClient = {
    url,
    focused: false,
    visibilityState: 'visible',
    focus: async () => undefined,
    postMessage: (data, [port]) => {
      asked.push((data as { path: string }).path);
      if (isAwake) (port as MessagePort).postMessage('opened');
    },
  };
  return { client, asked };
}

const click = (action: string, subject: object, lang = 'en'): ClickEvent =>
  ({
    action,
    notification: {
      title: 'Still working?',
      lang,
      tag: 'punch-1',
      close: () => undefined,
      data: { path: '/answer/1', subject },
    },
  }) as unknown as ClickEvent;

/** How the question about a forgotten punch stands afterwards, where it is not as it was answered. */
let state: object = {};

function serve(...statuses: (number | 'no network')[]) {
  const sent: { name: string | undefined; body: Record<string, unknown> }[] = [];
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    const status = statuses.shift() ?? 200;
    if (status === 'no network') throw new TypeError('Failed to fetch');
    sent.push({ name: url.pathname.split('/').at(-1), body: JSON.parse(String(init.body)) });
    return Response.json({ answer: 'stopped', outcome: 'applied', ...state }, { status });
  });
  return sent;
}

beforeEach(() => {
  state = {};
  giveDeviceMemory();
  kept.set('push:device', RECORD);
});

test('a message is shown as it says, with actions that the worker knows', () => {
  const { title, options } = notificationOf(
    message({
      title: 'Nueva hora',
      body: 'Tu turno cambió',
      lang: 'es',
      tag: 'shift-1',
      data: { path: '/my-status?x=1#y', action_data: { shift_ids: ['1'] } },
      actions: [{ action: 'confirm' }, { action: 'rm -rf' }, null],
    }),
    'en',
  );
  expect(title).toBe('Nueva hora');
  expect(options).toMatchObject({
    body: 'Tu turno cambió',
    tag: 'shift-1',
    actions: [{ action: 'confirm', title: 'Confirmar' }],
    data: { path: '/my-status?x=1#y', subject: { shift_ids: ['1'] } },
  });
});

test.each([
  ['nothing', null],
  ['no JSON', { json: () => JSON.parse('{') }],
  ['null', { json: () => null }],
  ['numbers', message({ title: 7, body: {}, data: 'x', actions: 'x' })],
])('%s is shown, too: silence would end the subscription', (_name, data) => {
  const { title, options } = notificationOf(data, 'es-MX');
  expect(title).toBe('Chalkline');
  expect(options.body).toContain('Hay algo nuevo');
});

test.each(['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)', 7])(
  'no message leads out of the app: %s',
  (path) => {
    expect(notificationOf(message({ title: 'x', data: { path } }), 'en').options.data.path).toBe(
      '/',
    );
  },
);

test('the number on the icon goes on from what the app knew to be unread', async () => {
  const badges: number[] = [];
  Object.assign(navigator, { setAppBadge: async (count: number) => void badges.push(count) });
  kept.set('push:unread', 4);
  const { worker, shown } = startWorker();
  await receivePush(worker, message({ title: 'x' }));
  await receivePush(worker, null);
  expect(shown).toHaveLength(2);
  expect(badges).toEqual([5, 6]);
  Reflect.deleteProperty(navigator, 'setAppBadge');
});

test('a tap goes to the open page, which goes there itself', async () => {
  const { client, asked } = page('https://app.test/projects');
  const { worker, opened } = startWorker([page('https://other.test/').client, client]);
  await handleClick(worker, click('', {}));
  expect(asked).toEqual(['/answer/1']);
  expect(opened).toEqual([]);
});

test('without an open page, and with one that is asleep, a window opens', async () => {
  vi.useFakeTimers();
  for (const pages of [[], [page('https://app.test/', false).client]]) {
    const { worker, opened } = startWorker(pages);
    const done = handleClick(worker, click('', {}));
    await vi.runAllTimersAsync();
    await done;
    expect(opened).toEqual(['https://app.test/answer/1']);
  }
  vi.useRealTimers();
});

test('Stop now answers the forgotten punch by its link, and says so', async () => {
  state = {
    answered_time: '2026-03-11T19:30:00Z',
    time_format: '24h',
    time_zone: 'America/New_York',
  };
  const sent = serve(200);
  const { worker, shown } = startWorker();
  await handleClick(worker, click('stop', { id: 'link-1' }, 'es'));
  expect(sent).toEqual([
    {
      name: 'answer_forgotten_punch',
      body: { id_param: 'link-1', happened_at_param: expect.any(String) },
    },
  ]);
  expect(shown).toMatchObject([
    { title: 'Still working?', options: { body: 'Se marcó tu salida: 15:30.' } },
  ]);
  expect(kept.get('push:answers')).toEqual([]);
});

test('Confirm and Acknowledge are proved by the secret of the subscription', async () => {
  const sent = serve();
  const { worker } = startWorker();
  await handleClick(worker, click('confirm', { shift_ids: ['s'] }));
  await handleClick(worker, click('acknowledge', { bulletin_id: 'b' }, 'es'));
  expect(sent.map(({ name, body }) => [name, body['action_param'], body['subject_param']])).toEqual(
    [
      ['answer_from_device', 'confirm', { shift_ids: ['s'] }],
      ['answer_from_device', 'acknowledge', { bulletin_id: 'b', language: 'es' }],
    ],
  );
  expect(sent[0]?.body).toMatchObject({ endpoint_param: RECORD.endpoint, auth_param: RECORD.auth });
});

test('without a network the tap is stored with its moment, and sent when there is one', async () => {
  const sent = serve('no network', 503, 200);
  const { worker, shown, syncs } = startWorker();
  await handleClick(worker, click('stop', { id: 'link-1' }));
  const [stored] = kept.get('push:answers') as [DeviceAnswer];
  expect(stored).toMatchObject({ action: 'stop', subject: { id: 'link-1' } });
  expect(syncs).toEqual(['chalkline-send']);
  expect(shown.at(-1)?.options).toMatchObject({ body: expect.stringContaining('Saved on this') });
  await expect(sendTappedAnswers(worker)).rejects.toThrow();
  await sendTappedAnswers(worker);
  expect(sent.at(-1)?.body).toMatchObject({ happened_at_param: stored.tappedAt });
  expect(shown.at(-1)?.options).toMatchObject({ body: 'Your clock was stopped.' });
  expect(kept.get('push:answers')).toEqual([]);
});

test.each([400, 401, 404])(
  'what is refused with %i opens the page that says why',
  async (status) => {
    serve(status);
    const { worker, opened } = startWorker();
    await handleClick(worker, click('confirm', { shift_ids: ['s'] }));
    expect(opened).toEqual(['https://app.test/answer/1']);
    expect(kept.get('push:answers')).toEqual([]);
  },
);

test.each([
  { status: 'expired', answer: null, outcome: null },
  { answer: 'still_working' },
  { outcome: 'locked' },
])('a question that cannot be answered any more opens its page: %o', async (now) => {
  state = now;
  serve(200);
  const { worker, opened, shown } = startWorker();
  await handleClick(worker, click('stop', { id: 'link-1' }));
  expect(opened).toEqual(['https://app.test/answer/1']);
  expect(shown).toEqual([]);
});

test('a new address of the browser reaches the server; a failure leaves it to the app', async () => {
  const sent = serve(500, 200);
  const { worker } = startWorker();
  const changed = {} as Parameters<typeof renewSubscription>[1];
  await renewSubscription(worker, changed);
  expect(kept.get('push:device')).toEqual(RECORD);
  await renewSubscription(worker, changed);
  expect(sent.at(-1)).toMatchObject({
    name: 'renew_push_subscription',
    body: { endpoint_param: RECORD.endpoint, new_endpoint_param: 'https://push.example/after' },
  });
  expect(kept.get('push:device')).toMatchObject({ endpoint: 'https://push.example/after' });
});
