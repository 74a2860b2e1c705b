import { Temporal } from 'temporal-polyfill';

/** Work as a person would write it down: local times at a site. */
export interface NaiveShift {
  readonly zone: string;
  readonly site: string;
  readonly from: string;
  readonly to: string;
}

export type NaiveRule = 'weekly' | 'california' | 'exempt';

export interface NaiveWeek {
  readonly regular: number;
  readonly overtime: number;
  readonly double: number;
  readonly cents: number;
  /** Minutes by work date. */
  readonly days: ReadonlyMap<string, number>;
}

const halfUp = (amount: number, divisor: number): number =>
  Math.floor((2 * amount + divisor) / (2 * divisor));

/** Every minute of a shift with the date it has on the wall of its site. */
function* minutesOf({ zone, site, from, to }: NaiveShift) {
  const wall = (text: string) =>
    Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(zone);
  const end = wall(to).epochMilliseconds;
  for (let at = wall(from).epochMilliseconds; at < end; at += 60_000) {
    const date = Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toString();
    yield { at, date, site };
  }
}

function multiplierOf(rule: NaiveRule, ofDay: number, regularOfWeek: number): number {
  if (rule === 'exempt') return 100;
  if (rule === 'california' && ofDay > 720) return 200;
  if (rule === 'california' && ofDay > 480) return 150;
  return regularOfWeek >= 2400 ? 150 : 100;
}

/**
 * One week of one person at one rate (in cents), minute by minute: what a careful clerk would pay.
 * Knows nothing of the product: no SQL, no policies, no stored lines.
 */
export function naiveWeek(shifts: readonly NaiveShift[], rate: number, rule: NaiveRule): NaiveWeek {
  const minutes = shifts.flatMap((shift) => [...minutesOf(shift)]).sort((a, b) => a.at - b.at);
  const days = new Map<string, number>();
  const lines = new Map<string, number>();
  const sums = { 100: 0, 150: 0, 200: 0 } as Record<number, number>;
  let regular = 0;
  for (const { date, site } of minutes) {
    const ofDay = (days.get(date) ?? 0) + 1;
    days.set(date, ofDay);
    const multiplier = multiplierOf(rule, ofDay, regular);
    if (multiplier === 100) regular += 1;
    sums[multiplier] = (sums[multiplier] ?? 0) + 1;
    const line = `${date} ${site} ${multiplier}`;
    lines.set(line, (lines.get(line) ?? 0) + 1);
  }
  const straight = [...lines.values()].reduce((sum, count) => sum + halfUp(count * rate, 60), 0);
  const overtime = sums[150] ?? 0;
  const double = sums[200] ?? 0;
  const premium =
    minutes.length === 0 ? 0 : halfUp((overtime + 2 * double) * straight, 2 * minutes.length);
  // California: an hour of pay for each day over five hours; nobody in the story punches a meal.
  const meals =
    rule === 'california' ? [...days.values()].filter((count) => count > 300).length : 0;
  const hour = minutes.length === 0 ? 0 : halfUp(60 * straight, minutes.length);
  return { regular, overtime, double, cents: straight + premium + meals * hour, days };
}
