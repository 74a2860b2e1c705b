/**
 * What a clock on the wall of a zone shows. Wall times are written as milliseconds, as if the zone
 * were UTC. From the browser's own tables: a calendar library for these two questions weighs 7 kB.
 */
type WallTime = number;

const DAY_MILLISECONDS = 86_400_000;
const NUMBERS = /\d+/g;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, made);
  return made;
}

/** The part of the browser's own calendar that is asked; not in every browser yet. */
interface Calendar {
  Instant: {
    fromEpochMilliseconds(milliseconds: number): {
      toZonedDateTimeISO(timeZone: string): { offsetNanoseconds: number };
    };
  };
}

const calendar = (): Calendar | undefined => (globalThis as { Temporal?: Calendar }).Temporal;

/** In whole seconds. From `Temporal` where there is one: the first formatter of a page costs 30 ms. */
export function wallTimeAt(milliseconds: number, timeZone: string): WallTime {
  const instant = Math.floor(milliseconds / 1000) * 1000;
  const zoned = calendar()?.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return zoned ? instant + zoned.offsetNanoseconds / 1e6 : formattedWallTime(instant, timeZone);
}

function formattedWallTime(milliseconds: number, timeZone: string): WallTime {
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] =
    clockOf(timeZone).format(milliseconds).match(NUMBERS)?.map(Number) ?? [];
  return (
    new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000
  );
}

const offsetAt = (milliseconds: number, timeZone: string): number =>
  wallTimeAt(milliseconds, timeZone) - milliseconds;

/** Clocks change at most once in the two days around a wall time: these are all offsets it can have. */
const offsetsAround = (wall: WallTime, timeZone: string): readonly [number, number] => [
  offsetAt(wall - DAY_MILLISECONDS, timeZone),
  offsetAt(wall + DAY_MILLISECONDS, timeZone),
];

/** One on ordinary days, two in the hour that repeats, none in the hour that is skipped; in order. */
export function instantsShowing(wall: WallTime, timeZone: string): number[] {
  const candidates = new Set(offsetsAround(wall, timeZone).map((offset) => wall - offset));
  return [...candidates]
    .filter((instant) => wallTimeAt(instant, timeZone) === wall)
    .toSorted((a, b) => a - b);
}

/** The first of them; a time that is skipped moves forward by the gap. */
export function instantShowing(wall: WallTime, timeZone: string): number {
  const [first] = instantsShowing(wall, timeZone);
  return first ?? wall - offsetsAround(wall, timeZone)[0];
}

/** `2026-03-08T07:30:00Z`. */
export const writtenInstant = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('.000Z', 'Z');
