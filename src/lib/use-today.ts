import { useSyncExternalStore } from 'react';
import type { IsoDate } from '@/lib/format';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';
import { subscribeToSeconds } from '@/lib/use-now';

/**
 * Today in the zone by the server's clock; drawn anew only when midnight passes. Apart from
 * `use-now`, because the shell's clock must not wait for the calendar library.
 */
export function useToday(timeZone: string): IsoDate {
  return useSyncExternalStore(subscribeToSeconds, () => dateOf(serverNow(), timeZone));
}
