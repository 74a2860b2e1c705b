import { hashKey, notifyManager, type QueryKey } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { expectFirstScreen, type FirstScreen, isFirstScreenComing } from '@/lib/first-screen';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { storedSession } from '@/lib/stored-session';
import { supabase } from '@/lib/supabase';

/** The names of `first_screen` in the database; public/early.js has them, too. */
const SCREENS: Readonly<Record<string, string>> = {
  '/': 'dashboard',
  '/crew': 'crew',
  '/my-status': 'my_status',
  '/payroll': 'payroll',
  '/time-tracker': 'time_tracker',
};

interface Answer {
  at: string;
  queries: { key: QueryKey; data: unknown }[];
}

/** What public/early.js has asked for before the app ran. Null: it was refused. */
interface EarlyCall {
  token: string;
  sentAt: number;
  answer: Promise<{ receivedAt: number; body: Answer | null }>;
}

/** Called once, before the first render: what the screen of this address needs, in one answer. */
export function askFirstScreen(): void {
  askFor(SCREENS[window.location.pathname], true);
}

/**
 * The same again where much of it is stale at once. A change of somebody's own on its way is not in an answer
 * that was asked for before it.
 */
export function askFirstScreenAgain(): void {
  askFor(SCREENS[window.location.pathname], false);
}

function askFor(screen: string | undefined, isFirst: boolean): void {
  if (!screen || !navigator.onLine || isFirstScreenComing() || queryClient.isMutating() > 0) return;
  expectFirstScreen(ask(screen), fillCache, isFirst);
}

/** Data the clock needs without a signal, less what the screen has brought. */
export function askWhatTheClockNeeds(): void {
  const isOnMyStatus = SCREENS[window.location.pathname] === 'my_status';
  askFor(isOnMyStatus ? 'clock_after_my_status' : 'clock', false);
}

async function ask(screen: string): Promise<FirstScreen | null> {
  const { firstScreen: early } = window as { firstScreen?: EarlyCall };
  Reflect.deleteProperty(window, 'firstScreen');
  const isOfSession = early?.token === storedSession()?.access_token;
  const { sentAt, answer } = early && isOfSession ? early : askByClient(screen);
  const { body, receivedAt } = await answer;
  if (!body) return null;
  // Not put into the cache as it came: this device may know more of the clock.
  const viewer = body.queries.find(({ key }) => key[0] === queryKeys.viewer);
  const queries = body.queries.filter((query) => query !== viewer);
  const data = new Map(queries.map((query) => [hashKey(query.key), query.data]));
  const who = { viewer: viewer?.data, userId: viewer?.key[1] };
  return { queries, data, ...who, at: body.at, sentAt, receivedAt };
}

/** Renews the session first where it must. */
function askByClient(screen_param: string): Omit<EarlyCall, 'token'> {
  const answer = async () => {
    const body = unwrap(await supabase().rpc('first_screen', { screen_param }));
    return { body: body as unknown as Answer, receivedAt: Date.now() };
  };
  return { sentAt: Date.now(), answer: answer() };
}

/** In one draw. */
function fillCache({ queries }: FirstScreen): void {
  notifyManager.batch(() => {
    for (const { key, data } of queries) queryClient.setQueryData(key, data);
  });
}
