import type { Item } from '@/features/verification/api/queries';

/** Of a punch off site: the moment that may be corrected. */
export const punchedAt = ({ detail, happened_at }: Item): string =>
  (detail.moment === 'out' ? detail.clock_out : detail.clock_in) ?? happened_at;

/** Seconds that a punch loses, as a negative number, when it counts from where a person was on site. */
export function arrivalChange(item: Item): number | null {
  const { on_site_at } = item.detail;
  if (!on_site_at) return null;
  return -Math.abs(Date.parse(on_site_at) - Date.parse(punchedAt(item))) / 1000;
}

/** What its entry loses when it gets another time. */
export function changeTo(item: Item, at: string): number {
  const later = (Date.parse(at) - Date.parse(punchedAt(item))) / 1000;
  return item.detail.moment === 'out' ? later : -later;
}

/** What is not paid any more when the punch is refused: all of its entry; nothing yet while it runs. */
export const refusalChange = ({ detail }: Item): number => -(detail.seconds ?? 0);

export const isHeld = ({ kind }: Item): boolean => kind === 'held_event' || kind === 'device_clock';

/** Seconds the phone was ahead, negative behind; null within half a minute, which is on time. */
export function clockError(offsetMs: number): number | null {
  const seconds = Math.round(-offsetMs / 1000);
  return Math.abs(seconds) < 30 ? null : seconds;
}
