import { useSyncExternalStore } from 'react';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { serverNow } from '@/lib/server-clock';

/** From then on a clock was probably forgotten, and stopping it asks when the work really ended. */
const LONG_CLOCK_MS = 16 * 3_600_000;

export const isLongClock = (clockIn: string): boolean =>
  serverNow() - Date.parse(clockIn) > LONG_CLOCK_MS;

/** What was answered: an instant, `now`, or nothing yet (the clock goes on). */
export type RealEnd = { endedAt: string } | 'now' | null;

export interface RealEndQuestion {
  entry: RunningEntry;
  answer: (end: RealEnd) => void;
}

let asked: RealEndQuestion | null = null;
const listeners = new Set<() => void>();

function setAsked(question: RealEndQuestion | null): void {
  asked = question;
  for (const listener of listeners) listener();
}

/** Asks whoever stops a clock of over 16 hours when they really stopped; one question at a time. */
export function askRealEnd(entry: RunningEntry, done: (end: RealEnd) => void): void {
  asked?.answer(null);
  setAsked({
    entry,
    answer: (end) => {
      setAsked(null);
      done(end);
    },
  });
}

/** The question to show, if any: the shell has the dialog. */
export const useRealEndQuestion = (): RealEndQuestion | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
