import { useEffect, useRef, useState } from 'react';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';

export interface ClockMoment {
  moment: 'in' | 'out';
  entryId: string;
}

const KEY = 'chalkline.clock-asked';
const MAX_REMEMBERED = 20;

/** Notes that a moment was asked about, and says whether it was before: a reload asks nothing twice. */
function wasAsked({ moment, entryId }: ClockMoment): boolean {
  const asked = (localStorage.getItem(KEY) ?? '').split(' ');
  const mark = `${moment}:${entryId}`;
  if (asked.includes(mark)) return true;
  localStorage.setItem(KEY, [...asked, mark].slice(-MAX_REMEMBERED).join(' '));
  return false;
}

/**
 * The start or stop of the clock that was just seen on this screen. A switch from one project to the
 * next is neither, nor is a stop that is undone.
 */
export function useClockMoment(): [ClockMoment | null, () => void] {
  const running = useRunningEntry()?.id ?? null;
  const before = useRef(running);
  const [moment, setMoment] = useState<ClockMoment | null>(null);
  useEffect(() => {
    const last = before.current;
    before.current = running;
    if (last === running || (last !== null && running !== null)) return;
    const next: ClockMoment =
      running === null
        ? { moment: 'out', entryId: last as string }
        : { moment: 'in', entryId: running };
    setMoment(wasAsked(next) ? null : next);
  }, [running]);
  return [moment, () => setMoment(null)];
}
