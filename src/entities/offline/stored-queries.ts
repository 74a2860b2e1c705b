import { hashKey, notifyManager, type Query } from '@tanstack/react-query';
import { answeredKey, dropAnswered } from '@/entities/offline/answered-events';
import { openQueue } from '@/entities/offline/event-queue';
import type { Viewer } from '@/entities/viewer/viewer';
import { withAnsweredSince } from '@/entities/viewer/viewer-after';
import { viewerIncludesUntil } from '@/entities/viewer/viewer-age';
import { changeStored, forget, readStored, storedKeys } from '@/lib/device-store';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { forgetRecentItemsOfOthers } from '@/lib/recent-items';
import { noteStored } from '@/lib/stored-data';
import { keyInCompany } from '@/lib/token-company';

interface StoredQuery {
  key: readonly unknown[];
  data: unknown;
  updatedAt: number;
  /** Of the viewer: until when it has everything the server answered for. */
  includes?: number;
}

const WRITE_PAUSE_MILLISECONDS = 1000;
const OLDEST_MILLISECONDS = 14 * 24 * 3_600_000;
const STORED_ROOTS = new Set<unknown>([
  queryKeys.viewer,
  queryKeys.costCodes,
  queryKeys.classifications,
  queryKeys.customFields,
  queryKeys.heldEvents,
  queryKeys.clockQuestions,
  queryKeys.breakTypes,
]);
const OPTIONS = new Set<unknown>([queryKeys.projects, queryKeys.employees, queryKeys.equipment]);
/** Which documents there are; not who has signed them. */
const OWN_DOCUMENTS = new Set<unknown>(['folders', 'list', 'to-sign']);
const OWN_TICKETS = new Set<unknown>(['list', 'one', 'work', 'contacts']);
const OWN_TIME = new Set<unknown>(['kept', 'week-summary', 'recent-work', 'own-places']);

const PREFIX = 'data:';
/** Everything that is kept for an account begins with this key. */
const accountKey = (userId: string): string => `${PREFIX}${userId}`;
/** What is kept for an account in the company this page works in begins with this key. */
export const dataKey = (userId: string): string => keyInCompany(accountKey(userId), userId);

/** What the clock needs without a signal; of time only one's own, never the whole company's. */
function isWorthKeeping({ queryKey, state }: Query): boolean {
  const [root, part] = queryKey;
  if (state.data === undefined || Date.now() - state.dataUpdatedAt > OLDEST_MILLISECONDS) {
    return false;
  }
  // Which machines there are; those who lead see who works with them, too.
  if (root === queryKeys.equipment && part === 'overview') return !queryKey.includes(true);
  if (OPTIONS.has(root)) return part === 'options';
  if (root === queryKeys.timeEntries) return OWN_TIME.has(part);
  // Not what was deleted.
  if (root === queryKeys.documents) return OWN_DOCUMENTS.has(part) && !queryKey.includes(true);
  // What is asked for at clock-in; the reports of others are not.
  if (root === queryKeys.bulletins) return part === 'mine';
  // One's own shifts: the first button of the clock is the scheduled one.
  if (root === queryKeys.schedule) return part === 'mine';
  // Tickets have no prices; photos and copies are asked for when they are looked at.
  if (root === queryKeys.tickets) return OWN_TICKETS.has(part);
  if (root === queryKeys.forms) return part === 'due';
  if (root === queryKeys.notifications) return part === 'bell';
  // Names and states of the crew; not the list with what everyone earns.
  if (root === queryKeys.team) return part !== queryKeys.employees;
  return STORED_ROOTS.has(root);
}

/** What is known now, with what was kept before and is not in memory any more. */
function snapshot(before: readonly StoredQuery[]): StoredQuery[] {
  const now = queryClient
    .getQueryCache()
    .findAll({ predicate: isWorthKeeping })
    .map(({ queryKey, state }) => ({
      key: queryKey,
      data: state.data,
      updatedAt: state.dataUpdatedAt,
      ...(queryKey[0] === queryKeys.viewer && { includes: viewerIncludesUntil() }),
    }));
  const known = new Set(now.map(({ key }) => hashKey(key)));
  const oldest = Date.now() - OLDEST_MILLISECONDS;
  const rest = before.filter(
    ({ key, updatedAt }) => updatedAt > oldest && !known.has(hashKey(key)),
  );
  return [...now, ...rest];
}

async function store(userId: string): Promise<void> {
  const included = viewerIncludesUntil();
  await changeStored<StoredQuery[]>(dataKey(userId), (before = []) => snapshot(before));
  await dropAnswered(userId, included);
}

/** Keeps the last known data of this account on the device while it is looked at; returns how to stop. */
export function keepData(userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    void store(userId).catch(() => undefined);
  };
  // A phone may end a page that nobody looks at without another word.
  const writeWhenHidden = (): void => {
    if (timer && document.visibilityState === 'hidden') write();
  };
  write();
  document.addEventListener('visibilitychange', writeWhenHidden);
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    timer ??= setTimeout(write, WRITE_PAUSE_MILLISECONDS);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', writeWhenHidden);
  };
}

/** The clock as it was last known, with what the server has answered for since that was stored. */
async function withAnswered(userId: string, query: StoredQuery): Promise<StoredQuery> {
  const viewer = query.data as Viewer | null;
  if (query.key[0] !== queryKeys.viewer || !viewer?.employee) return query;
  const data = await withAnsweredSince(userId, viewer, query.includes ?? query.updatedAt);
  return { ...query, data };
}

let restoring: { key: string; done: Promise<void> } | null = null;

/** Shows what was known last until the server answers. Several may ask for it as the app opens. */
export function restoreData(userId: string): Promise<void> {
  const key = dataKey(userId);
  if (restoring?.key === key) return restoring.done;
  const done = restore(userId).finally(() => {
    if (restoring?.done === done) restoring = null;
  });
  restoring = { key, done };
  return done;
}

async function restore(userId: string): Promise<void> {
  const [kept] = await Promise.all([
    readStored<StoredQuery[]>(dataKey(userId)),
    openQueue(userId).catch(() => undefined),
  ]);
  const queries = await Promise.all(
    (kept ?? []).filter(isUnknown).map((query) => withAnswered(userId, query)),
  );
  // In one draw.
  notifyManager.batch(() => {
    for (const query of queries) showUntilAnswered(query);
  });
}

function showUntilAnswered(stored: StoredQuery): void {
  const { key: queryKey, data, updatedAt } = stored;
  if (!isUnknown(stored)) {
    // Answered meanwhile. What another sender delivered just now may be in neither of the two.
    if (queryKey[0] === queryKeys.viewer) void queryClient.invalidateQueries({ queryKey });
    return;
  }
  queryClient.setQueryData(queryKey, data, { updatedAt });
  const query = queryClient.getQueryCache().find({ queryKey, exact: true });
  if (!query) return;
  // However new it is: what was done elsewhere since is not in it.
  query.invalidate();
  noteStored(query);
}

const isUnknown = ({ key }: StoredQuery): boolean => queryClient.getQueryData(key) === undefined;

/** At sign-out. What was not sent stays, for its own account. */
export async function forgetData(userId: string): Promise<void> {
  const keys = await storedKeys();
  await forget(
    keys.filter((key) => key.startsWith(accountKey(userId)) || key === answeredKey(userId)),
  );
}

/** When another account has taken over this device, however it came to that. */
export async function forgetOthers(userId: string): Promise<void> {
  forgetRecentItemsOfOthers(userId);
  const keys = await storedKeys();
  await forget(
    keys.filter((key) =>
      key.startsWith(PREFIX)
        ? !key.startsWith(accountKey(userId))
        : key.startsWith(answeredKey('')) && key !== answeredKey(userId),
    ),
  );
}
