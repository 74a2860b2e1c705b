import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addDays, addMonths, instantAt, instantRange, isIsoDate, weekDayOf } from '@/lib/time';
import { wallTimeInstants } from '@/lib/wall-time';

// Clocks that change at 2:00, at midnight, by half an hour, in the southern autumn, and not at all.
const ZONES = [
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'America/Phoenix',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
];
const MINUTES = [0, 30, 119, 150];
const DAYS = Array.from({ length: 366 }, (_, day) => addDays('2026-01-01', day));
/** Clocks change within ten days of a turn of the month. */
const AROUND_CHANGES = DAYS.filter((date) => /-(03|04|09|10|11)-(0\d|2[4-9]|3\d)$/.test(date));

const { PlainDate } = Temporal;
const written = (zoned: Temporal.ZonedDateTime): string => zoned.toInstant().toString();

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['has no Temporal', undefined],
  ['has Temporal', Temporal],
])('in a browser that %s', (_, own) => {
  it.each(ZONES)('agrees with Temporal around the clock changes of %s', (zone) => {
    vi.stubGlobal('Temporal', own);
    expect(differencesIn(zone)).toEqual([]);
  });
});

function differencesIn(zone: string): unknown[] {
  return AROUND_CHANGES.flatMap((date) => {
    const found = [instantRange({ start: date, end: date }, zone).start];
    const wanted = [written(PlainDate.from(date).toZonedDateTime(zone))];
    for (const minute of MINUTES) {
      const wall = PlainDate.from(date).toPlainDateTime().add({ minutes: minute });
      const both = (['earlier', 'later'] as const).map((disambiguation) =>
        wall.toZonedDateTime(zone, { disambiguation }),
      );
      const isShown = both[0]?.toPlainDateTime().equals(wall);
      wanted.push(written(wall.toZonedDateTime(zone)));
      found.push(instantAt(date, minute, zone));
      if (isShown) wanted.push(...new Set(both.map(written)));
      found.push(...wallTimeInstants(date, minute, zone));
    }
    return String(found) === String(wanted) ? [] : [{ date, found, wanted }];
  });
}

it('agrees with Temporal on days and months', () => {
  for (const date of DAYS) {
    const plain = PlainDate.from(date);
    expect(addMonths(date, 1)).toBe(plain.add({ months: 1 }).toString());
    expect(addMonths(date, -14)).toBe(plain.add({ months: -14 }).toString());
    expect(weekDayOf(date)).toBe(plain.dayOfWeek % 7);
  }
});

it('tells dates from what looks like one', () => {
  expect(['2026-02-28', '2028-02-29'].filter(isIsoDate)).toHaveLength(2);
  expect(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', ''].filter(isIsoDate)).toEqual([]);
});
