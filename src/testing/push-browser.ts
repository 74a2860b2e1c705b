import { vi } from 'vitest';

/** What the browser did with notifications. */
export interface PushBrowser {
  /** How often the browser asked its person. */
  asked: number;
  subscription: PushSubscription | null;
}

export const ENDPOINT = 'https://push.example/this-device';
const KEYS = { p256dh: `B${'k'.repeat(86)}`, auth: 's'.repeat(22) };

/** A subscription of this browser, for the given key. */
export function subscriptionAt(endpoint: string, key?: Uint8Array): PushSubscription {
  return {
    endpoint,
    options: { applicationServerKey: key?.buffer ?? null, userVisibleOnly: true },
    toJSON: () => ({ endpoint, keys: KEYS }),
  } as unknown as PushSubscription;
}

/** Gives the DOM of the tests what a browser with notifications has. `answer`: what its person says. */
export function givePushBrowser(
  permission: NotificationPermission = 'default',
  answer: NotificationPermission = 'granted',
): PushBrowser {
  const browser: PushBrowser = { asked: 0, subscription: null };
  const pushManager = {
    getSubscription: async () => browser.subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      browser.subscription = subscriptionAt(`${ENDPOINT}-new`, applicationServerKey);
      withEnd(browser);
      return browser.subscription;
    },
  };
  const registration = { pushManager, getNotifications: async () => [] };
  vi.stubGlobal('PushManager', class {});
  const notification = {
    permission,
    requestPermission: async () => {
      browser.asked += 1;
      notification.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(new EventTarget(), {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      controller: null,
    }),
  });
  return browser;
}

/** `unsubscribe` as the browser does it. */
export function withEnd(browser: PushBrowser): void {
  Object.assign(browser.subscription ?? {}, {
    unsubscribe: async () => {
      browser.subscription = null;
      return true;
    },
  });
}

export function takePushBrowser(): void {
  for (const name of ['PushManager', 'Notification', 'isSecureContext']) {
    Reflect.deleteProperty(window, name);
  }
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
