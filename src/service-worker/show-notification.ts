import { addUnread } from '@/entities/push/app-badge';
import { isDeviceAction, notificationTexts } from '@/service-worker/notification-texts';
import type { PushEvent, WorkerScope } from '@/service-worker/worker-scope';

/** What a notification carries for the tap on it. */
export interface NotificationData {
  path: string;
  subject: Readonly<Record<string, unknown>>;
}

/** As much as is used of the declarative push that the server sends (`web_push: 8030`). */
interface Declared {
  title?: unknown;
  body?: unknown;
  lang?: unknown;
  tag?: unknown;
  silent?: unknown;
  data?: { path?: unknown; action_data?: unknown };
  actions?: readonly { action?: unknown; title?: unknown }[];
}

interface ShownAction {
  action: string;
  title: string;
}

/** Not among the DOM's types, which leave out what only a service worker's notifications have. */
export interface ShownOptions extends NotificationOptions {
  actions?: readonly ShownAction[];
  renotify?: boolean;
  data: NotificationData;
}

const textOr = (value: unknown, other: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value : other;

/** Only within this app, whatever a message says. */
function pathOf(value: unknown): string {
  if (typeof value !== 'string') return '/';
  const { origin, pathname, search, hash } = new URL(value, 'https://app.invalid');
  return origin === 'https://app.invalid' ? pathname + search + hash : '/';
}

function declaredIn(data: PushEvent['data']): Declared {
  try {
    const message = data?.json() as { notification?: Declared } | null | undefined;
    return message?.notification ?? {};
  } catch {
    return {};
  }
}

function actionsOf({ actions }: Declared, language: string): ShownAction[] {
  if (!Array.isArray(actions)) return [];
  return actions.flatMap((each: { action?: unknown; title?: unknown } | null) => {
    const action = each?.action;
    if (typeof action !== 'string' || !isDeviceAction(action)) return [];
    return [{ action, title: textOr(each?.title, notificationTexts(language).actions[action]) }];
  });
}

/** What is shown of a message. One that cannot be read is shown, too: browsers punish silence with the end. */
export function notificationOf(
  data: PushEvent['data'],
  fallbackLanguage: string,
): { title: string; options: ShownOptions } {
  const declared = declaredIn(data);
  const lang = textOr(declared.lang, fallbackLanguage);
  const { unread } = notificationTexts(lang);
  const title = textOr(declared.title, '');
  const tag = textOr(declared.tag, '');
  const subject = declared.data?.action_data;
  const isObject = typeof subject === 'object' && subject !== null;
  return {
    title: title || unread.title,
    options: {
      body: textOr(declared.body, title ? '' : unread.body),
      lang,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      silent: declared.silent === true,
      ...(tag && { tag, renotify: declared.silent !== true }),
      actions: actionsOf(declared, lang),
      data: {
        path: pathOf(declared.data?.path),
        subject: isObject ? (subject as NotificationData['subject']) : {},
      },
    },
  };
}

export async function showNotification(
  { registration }: WorkerScope,
  title: string,
  options: ShownOptions,
): Promise<void> {
  await registration.showNotification(title, options);
}

/** A message that arrived: shown, and counted on the app's icon. */
export async function receivePush(worker: WorkerScope, data: PushEvent['data']): Promise<void> {
  const { title, options } = notificationOf(data, worker.navigator.language);
  await showNotification(worker, title, options);
  await addUnread().catch(() => undefined);
}
