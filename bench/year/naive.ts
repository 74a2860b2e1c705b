import {
  type Entry,
  overRatio,
  type WeekPay,
  weekPay,
} from '../../supabase/tests/naive-public-pay.ts';
import { dateAt, daysOf, MINUTE_MS, midnightOf, type Period, plusDays } from './calendar.ts';
import { APPRENTICE_CRAFT, type Facts, type Person, RATIO, type Shift } from './facts.ts';

const MIN_UNPAID_BREAK_MINUTES = 30;

export const halfUp = (value: number, by: number): number =>
  Math.floor((2 * value + by) / (2 * by));

/** Work of a shift between breaks and midnights, in minutes since the day began. */
export function piecesOf(shift: Shift): Entry[] {
  const minute = (at: number): number => Math.floor(at / MINUTE_MS);
  const pauses = shift.breaks
    .filter(({ from, to, paid }) => !paid && minute(to) - minute(from) >= MIN_UNPAID_BREAK_MINUTES)
    .toSorted((a, b) => a.from - b.from);
  const pieces: Entry[] = [];
  let from = minute(shift.from);
  for (const end of [...pauses.map((pause) => minute(pause.from)), minute(shift.to)]) {
    while (from < end) {
      const date = dateAt(from * MINUTE_MS);
      const dayBegins = minute(midnightOf(date));
      const until = Math.min(end, minute(midnightOf(plusDays(date, 1))));
      const { id, person: worker, site, craft, code } = shift;
      pieces.push({
        ...{ id, worker, site, craft, code, date },
        start: from - dayBegins,
        end: until - dayBegins,
      });
      from = until;
    }
    const pause = pauses.find((one) => minute(one.from) === end);
    from = pause ? minute(pause.to) : end;
  }
  return pieces;
}

export const minutesOf = (shift: Shift): number =>
  piecesOf(shift).reduce((sum, { start, end }) => sum + end - start, 0);

const rateOf = (person: Person, date: string): number =>
  person.rates.filter(({ from }) => from <= date).toSorted((a, b) => (a.from < b.from ? 1 : -1))[0]
    ?.rate ?? 0;

/** The days of paid time off, evenly over Monday to Friday without holidays; odd minutes go to the first days. */
export function timeOffDays(
  { holidays }: Facts,
  { start, end, hours }: { start: string; end: string; hours: number },
): Map<string, number> {
  const isWorkDay = (day: string) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return weekday !== 0 && weekday !== 6 && !holidays.includes(day);
  };
  const found = daysOf(start, end).filter(isWorkDay);
  const days = found.length > 0 ? found : [start];
  const minutes = Math.round(hours * 60);
  return new Map(
    days.map((day, number) => [
      day,
      Math.floor(minutes / days.length) + (number < minutes % days.length ? 1 : 0),
    ]),
  );
}

export interface PersonWeek {
  readonly pay: WeekPay | null;
  /** Minutes by multiplier. */
  readonly minutes: ReadonlyMap<string, number>;
  readonly leaveMinutes: number;
  readonly leaveCents: number;
  /** All of it but what is posted for other weeks. */
  readonly cents: number;
}

/** What a clerk would pay each person for a period, from the facts alone. */
export class Clerk {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Of all people, since apprentices are counted against journeyworkers. */
  week(period: Period): Map<Person, PersonWeek> {
    const last = plusDays(period.week, 6);
    const pieces = this.#piecesBetween(period.week, last);
    const over = overRatio(pieces, this.#world);
    const byPerson = Map.groupBy(pieces, ({ worker }) => worker);
    return new Map(
      this.#facts.people.map((person) => [
        person,
        this.#personWeek(person, period, byPerson.get(person) ?? [], over),
      ]),
    );
  }

  get #world() {
    return { policies: this.#facts.policies, ratio: RATIO, apprenticeCraft: APPRENTICE_CRAFT };
  }

  #piecesBetween(first: string, last: string): Entry[] {
    const from = plusDays(first, -1);
    return [...this.#facts.shifts.values()]
      .filter(({ date }) => date >= from && date <= last)
      .flatMap(piecesOf)
      .filter(({ date }) => date >= first && date <= last);
  }

  #personWeek(
    person: Person,
    period: Period,
    pieces: readonly Entry[],
    over: ReadonlySet<string>,
  ): PersonWeek {
    const pay = pieces.length > 0 ? weekPay(period.week, pieces, over, this.#world) : null;
    const before = pieces.filter(({ date }) => date < period.start);
    const rest = before.length > 0 ? weekPay(period.week, before, over, this.#world) : null;
    const own = pay && rest ? subtract(pay, rest) : pay;
    const off = person.timeOff.filter(({ status }) => status === 'approved');
    let [leaveMinutes, leaveCents] = [0, 0];
    for (const one of off) {
      for (const [day, minutes] of timeOffDays(this.#facts, one)) {
        if (day < period.start || day > period.end) continue;
        leaveMinutes += minutes;
        leaveCents += halfUp(minutes * rateOf(person, day), 6000);
      }
    }
    const cents = own ? sum(own.straight) + sum(own.cash) + own.premium + own.adjustment : 0;
    return {
      ...{ pay: own, leaveMinutes, leaveCents, cents: cents + leaveCents },
      minutes: new Map(own ? [...own.minutes] : []),
    };
  }
}

export const sum = (values: ReadonlyMap<string, number>): number =>
  [...values.values()].reduce((total, value) => total + value, 0);

/** Lines of days are rounded by themselves, so those of earlier days are the same in both. */
function subtract(all: WeekPay, before: WeekPay): WeekPay {
  const less = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) =>
    new Map([...a].map(([key, value]) => [key, value - (b.get(key) ?? 0)] as const));
  return {
    straight: less(all.straight, before.straight),
    cash: less(all.cash, before.cash),
    minutes: less(all.minutes, before.minutes),
    premium: all.premium - before.premium,
    adjustment: all.adjustment - before.adjustment,
  };
}
