import {
  type AnswerOutcome,
  type DeviceAnswer,
  sendAnswer,
  sendStoredAnswers,
  storeAnswer,
} from '@/entities/push/device-answers';
import {
  type DeviceAction,
  isDeviceAction,
  notificationTexts,
} from '@/service-worker/notification-texts';
import { type NotificationData, showNotification } from '@/service-worker/show-notification';
import type { ClickEvent, WorkerClient, WorkerScope } from '@/service-worker/worker-scope';

/** A page that does not answer is asleep, or of a version that knows nothing of this. */
const PAGE_TIMEOUT_MS = 1500;

/** Asks an open page to go there itself: only it knows of something typed and not saved. */
function askPage(client: WorkerClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), PAGE_TIMEOUT_MS);
    client.postMessage({ type: 'open-path', path }, [port2]);
  });
}

/** The very thing: in a window that is open, else in a new one. */
export async function openPath({ clients, location }: WorkerScope, path: string): Promise<void> {
  const open = (await clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(
    ({ url }) => new URL(url).origin === location.origin,
  );
  const page =
    open.find(({ focused }) => focused) ??
    open.find(({ visibilityState }) => visibilityState === 'visible') ??
    open[0];
  if (page) {
    // Some systems refuse to bring a window to the front; the page still goes there.
    await page.focus().catch(() => undefined);
    if (await askPage(page, path)) return;
  }
  await clients.openWindow(new URL(path, location.origin).href);
}

/** What became of a tap, in the place of the notification it was made on. */
async function showResult(
  worker: WorkerScope,
  { action, shown }: DeviceAnswer,
  { result, time }: AnswerOutcome,
): Promise<void> {
  const { title, lang, tag, path } = shown;
  const texts = notificationTexts(lang);
  const done = isDeviceAction(action) ? texts.done[action] : '';
  const said = time ? texts.stoppedAt.replace('{{time}}', time) : done;
  const body = result === 'done' ? said : texts[result];
  const options = { body, lang, icon: '/icon-192.png', silent: true, data: { path, subject: {} } };
  await showNotification(worker, title, { ...options, ...(tag && { tag }) });
}

async function answer(
  worker: WorkerScope,
  action: DeviceAction,
  { title, lang, data, tag }: Notification,
): Promise<void> {
  const { path, subject } = data as NotificationData;
  const stored: DeviceAnswer = {
    id: crypto.randomUUID(),
    action,
    subject: { ...subject, ...(action === 'acknowledge' && { language: lang.slice(0, 2) }) },
    tappedAt: new Date().toISOString(),
    shown: { title, lang, tag, path },
  };
  await storeAnswer(stored);
  const outcome = await sendAnswer(stored);
  // The page says why, and offers what can be done.
  if (outcome.result === 'refused') return openPath(worker, path);
  if (outcome.result === 'waiting') await worker.registration.sync?.register('chalkline-send');
  await showResult(worker, stored, outcome);
}

/** When there is a network again. Fails where something still waits: the browser then tries again. */
export async function sendTappedAnswers(worker: WorkerScope): Promise<void> {
  const allSent = await sendStoredAnswers((each, outcome) => showResult(worker, each, outcome));
  if (!allSent) throw new Error('Some answers still wait for a network.');
}

export async function handleClick(worker: WorkerScope, event: ClickEvent): Promise<void> {
  const { notification, action } = event;
  notification.close();
  if (isDeviceAction(action)) return answer(worker, action, notification);
  await openPath(worker, (notification.data as NotificationData | null)?.path ?? '/');
}
