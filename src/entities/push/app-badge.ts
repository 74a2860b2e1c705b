import { changeStored, forget } from '@/lib/device-store';

const KEY = 'push:unread';

/** Not in every browser, and only for an installed app. */
const draw = async (count: number): Promise<void> =>
  count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();

/** The number on the app's icon: what is unread, as the app knows it. Remembered for the service worker. */
export async function showUnread(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await changeStored<number>(KEY, () => count);
  await draw(count);
}

/** One more, while the app is closed. */
export async function addUnread(): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await draw(await changeStored<number>(KEY, (before = 0) => before + 1));
}

export async function forgetUnread(): Promise<void> {
  await forget([KEY]);
  await draw(0);
}
