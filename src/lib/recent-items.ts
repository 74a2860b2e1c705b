import { keyInCompany } from '@/lib/token-company';

/** What somebody opened last on this device, so that the search begins with it. */
export interface RecentItem {
  /** Of the thing, such as `project 0190…`. */
  key: string;
  title: string;
  detail: string | null;
  address: string;
}

const MAX_ITEMS = 12;
const accountKey = (userId: string): string => `chalkline.recent.${userId}`;
const keyOf = (userId: string): string => keyInCompany(accountKey(userId), userId);

/** The latest first. */
export function recentItems(userId: string): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? (stored as RecentItem[]) : [];
  } catch {
    return [];
  }
}

export function noteRecentItem(userId: string, item: RecentItem): void {
  const others = recentItems(userId).filter(({ key }) => key !== item.key);
  localStorage.setItem(keyOf(userId), JSON.stringify([item, ...others].slice(0, MAX_ITEMS)));
}

/** Names of projects and people leave the device with the account. */
export function forgetRecentItems(userId: string): void {
  forgetKeys((key) => key.startsWith(accountKey(userId)));
}

export function forgetRecentItemsOfOthers(userId: string): void {
  forgetKeys((key) => key.startsWith(accountKey('')) && !key.startsWith(accountKey(userId)));
}

function forgetKeys(isGone: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage).filter(isGone)) localStorage.removeItem(key);
}
