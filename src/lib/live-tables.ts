import type { RealtimeChannel } from '@supabase/supabase-js';
import { comingFirstScreen } from '@/lib/first-screen';
import { fullClient } from '@/lib/full-client';
import { whenIdle } from '@/lib/when-idle';

/**
 * Changes of a table as they happen. Through the realtime contract where it answers; where it does
 * not, listeners are told every 15 seconds and when the page is looked at again. Callers cannot
 * tell the difference, and need not.
 */
const POLL_MILLISECONDS = 15_000;
/** Several changes of one action (an entry and its breaks) count as one. */
const GATHER_MILLISECONDS = 120;
/** At seven in the morning a whole company clocks in: screens then follow once a second. */
const MIN_PAUSE_MILLISECONDS = 1000;

/** What a screen shows was asked for a moment before its line stood: enough to ask again a little later. */
const FIRST_CATCH_UP_MILLISECONDS = 1000;

/** A catch-up: something may have changed while nobody listened. */
type Listener = (isCatchUp: boolean) => void;

interface Feed {
  listeners: Set<Listener>;
  close: () => void;
}

const feeds = new Map<string, Feed>();

/** The first screen is not made to wait for the live line. */
let firstScreen: Promise<void> | undefined;

const firstCatchUps = new Set<() => void>();
let firstCatchUp: ReturnType<typeof setTimeout> | undefined;

/** The tables of a screen stand one after the other, and are caught up with together. */
function catchUpTogether(catchUp: () => void): void {
  firstCatchUps.add(catchUp);
  clearTimeout(firstCatchUp);
  firstCatchUp = setTimeout(() => {
    for (const each of firstCatchUps) each();
    firstCatchUps.clear();
  }, FIRST_CATCH_UP_MILLISECONDS);
}

function openFeed(table: string, filter: string, key: string): Feed {
  const listeners = new Set<Listener>();
  let live = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let lastTold = Number.NEGATIVE_INFINITY;
  let catchingUp = false;
  const tell = (): void => {
    firstCatchUps.delete(catchUp);
    const pause = lastTold + MIN_PAUSE_MILLISECONDS - performance.now();
    gathering ??= setTimeout(
      () => {
        gathering = undefined;
        // The first change after the line stands must not wait for the pause of catching up.
        lastTold = catchingUp ? Number.NEGATIVE_INFINITY : performance.now();
        const isCatchUp = catchingUp;
        catchingUp = false;
        for (const listener of listeners) listener(isCatchUp);
      },
      Math.max(GATHER_MILLISECONDS, pause),
    );
  };
  const catchUp = (): void => {
    catchingUp = true;
    tell();
  };
  const inSight = (): boolean => document.visibilityState === 'visible';
  const lookedAt = (): void => {
    // After sleep a socket may look alive and be dead: ask once, whatever it says.
    if (inSight()) catchUp();
  };
  const poll = setInterval(() => {
    if (live || !inSight()) return;
    catchUp();
    if (!channel) connect();
  }, POLL_MILLISECONDS);
  document.addEventListener('visibilitychange', lookedAt);
  window.addEventListener('online', lookedAt);

  let closed = false;
  let channel: RealtimeChannel | undefined;
  let stoodBefore = false;
  const subscribe = async (): Promise<void> => {
    firstScreen ??= comingFirstScreen().then(whenIdle);
    await firstScreen;
    const client = await fullClient();
    if (closed || channel) return;
    channel = client
      .channel(key)
      .on('postgres_changes', { event: '*', schema: 'public', table, filter }, tell)
      .subscribe((status) => {
        // What happened while the line was down is asked for once it stands again.
        if (status === 'SUBSCRIBED' && !live) {
          if (stoodBefore) catchUp();
          else catchUpTogether(catchUp);
          stoodBefore = true;
        }
        live = status === 'SUBSCRIBED';
      });
  };
  // Without the code for it (no signal) the poll goes on, and tries again.
  const connect = (): void => void subscribe().catch(() => undefined);
  connect();

  return {
    listeners,
    close: () => {
      closed = true;
      clearInterval(poll);
      clearTimeout(gathering);
      firstCatchUps.delete(catchUp);
      document.removeEventListener('visibilitychange', lookedAt);
      window.removeEventListener('online', lookedAt);
      if (channel) void fullClient().then((client) => channel && client.removeChannel(channel));
    },
  };
}

/** One channel per table and filter, however many screens listen; returns how to stop. */
export function watchTable(table: string, filter: string, onChange: Listener): () => void {
  const key = `live:${table}:${filter}`;
  const feed = feeds.get(key) ?? openFeed(table, filter, key);
  feeds.set(key, feed);
  feed.listeners.add(onChange);
  return () => {
    feed.listeners.delete(onChange);
    if (feed.listeners.size > 0) return;
    feeds.delete(key);
    feed.close();
  };
}
