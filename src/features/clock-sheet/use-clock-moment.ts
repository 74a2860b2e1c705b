import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CLOCK } from '@/entities/running-entry/clock-mutations';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';

export interface ClockMoment {
  /** A switch is a start whose answers of the day were given. */
  moment: 'in' | 'out' | 'switch';
  entryId: string;
}

const KEY = 'chalkline.clock-asked';
const MAX_REMEMBERED = 20;

const marks = (): string[] => (localStorage.getItem(KEY) ?? '').split(' ');
const markOf = ({ moment, entryId }: ClockMoment): string => `${moment}:${entryId}`;

/** Notes that a moment was asked about, and says whether it was before: a reload asks nothing twice. */
function wasAsked(moment: ClockMoment): boolean {
  const asked = marks();
  if (asked.includes(markOf(moment))) return true;
  localStorage.setItem(KEY, [...asked, markOf(moment)].slice(-MAX_REMEMBERED).join(' '));
  return false;
}

function forgetAsked(moment: ClockMoment): void {
  const others = marks().filter((mark) => mark !== markOf(moment));
  localStorage.setItem(KEY, others.join(' '));
}

/**
 * The start, stop or switch of the clock that was just seen on this screen. A stop that is undone is
 * none, nor is anything that may still be refused.
 */
export function useClockMoment(): [ClockMoment | null, () => void] {
  const running = useRunningEntry()?.id ?? null;
  const isSettled = useIsMutating({ mutationKey: CLOCK }) === 0;
  const before = useRef(running);
  const stopped = useRef<string | null>(null);
  const [moment, setMoment] = useState<ClockMoment | null>(null);
  useEffect(() => {
    if (!isSettled) return;
    const last = before.current;
    before.current = running;
    if (last === running) return;
    if (running === null) {
      stopped.current = last;
      const stop: ClockMoment = { moment: 'out', entryId: last as string };
      setMoment(wasAsked(stop) ? null : stop);
      return;
    }
    const start: ClockMoment = { moment: 'in', entryId: running };
    const isAsked = wasAsked(start);
    if (last !== null) {
      setMoment(isAsked ? null : { moment: 'switch', entryId: running });
      return;
    }
    const isUndone = stopped.current === running;
    // Undone before it was answered: the next stop asks.
    if (isUndone && moment?.moment === 'out') forgetAsked(moment);
    setMoment(isAsked || isUndone ? null : start);
  }, [running, isSettled, moment]);
  return [moment, () => setMoment(null)];
}
