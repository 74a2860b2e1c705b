import type { Random } from '../../testing/random.ts';
import { dayOfWeek, daysOf, instantOf, MINUTE_MS, type Period } from './calendar.ts';
import { CRAFTS, type Facts, type Pause, type Person, type Shift, type Site } from './facts.ts';
import { timeOffDays } from './naive.ts';
import { APPRENTICE_EVERY, isThere } from './people.ts';

/** What people do in a period: days on one or two sites, with breaks; some at night, over midnight and both clock changes. */
export function planShifts(facts: Facts, random: Random, period: Period): Shift[] {
  const shifts: Shift[] = [];
  for (const date of daysOf(period.start, period.end)) {
    for (const person of facts.people) {
      if (!isThere(person, date) || isOff(facts, person, date)) continue;
      if (!random.chance(chanceOf(person, date) / 100)) continue;
      shifts.push(...(person.habit === 'night' ? nightOf : dayOf)(facts, random, person, date));
    }
  }
  return shifts;
}

function chanceOf(person: Person, date: string): number {
  const day = dayOfWeek(date);
  // Over the nights in which the clocks change too.
  if (person.habit === 'night') return day === 5 || day === 0 ? 10 : 80;
  return day === 0 ? 8 : day === 6 ? 22 : 93;
}

const isOff = (facts: Facts, { timeOff }: Person, date: string): boolean =>
  facts.holidays.includes(date) ||
  timeOff.some((one) => one.status === 'approved' && timeOffDays(facts, one).has(date));

function dayOf(facts: Facts, random: Random, person: Person, date: string): Shift[] {
  const pieces = 1 + (random.chance(0.25) ? 1 : 0);
  // Each apprentice comes at a minute of their own, so that nobody asks who of two came first.
  const isApprentice = person.steps.length > 0;
  let at = isApprentice
    ? 391 + ((person.number / APPRENTICE_EVERY) % 120)
    : 400 + random.below(110);
  const total = 420 + random.below(200);
  return Array.from({ length: pieces }, () => {
    const minutes = Math.floor(total / pieces);
    // A Sunday is the day on which the workweek moves; reports of public work begin after it.
    const site = siteOf(facts, random, dayOfWeek(date) === 0);
    const craft = site.contract ? (isApprentice ? 'Carpenter' : random.pick(CRAFTS)) : null;
    const shift = makeShift(facts, random, { person, site, craft, date }, at, at + minutes);
    at += minutes + (pieces > 1 ? 1 + random.below(40) : 0);
    return shift;
  });
}

function nightOf(facts: Facts, random: Random, person: Person, date: string): Shift[] {
  const from = 1290 + random.below(60);
  const until = 1440 + 210 + random.below(120);
  const site = siteOf(facts, random, true);
  return [makeShift(facts, random, { person, site, craft: null, date }, from, until)];
}

const siteOf = ({ sites }: Facts, random: Random, isPrivate: boolean): Site =>
  random.pick(isPrivate ? sites.filter(({ contract }) => !contract) : sites);

function makeShift(
  facts: Facts,
  random: Random,
  who: { person: Person; site: Site; craft: string | null; date: string },
  fromMinute: number,
  toMinute: number,
): Shift {
  const seconds = () => (who.person.habit === 'phone' ? random.below(60) * 1_000 : 0);
  const at = (minute: number) => instantOf(who.date, minute) + seconds();
  const breaks: Pause[] = [];
  if (random.chance(0.55)) {
    const from = fromMinute + 60 + random.below(90);
    const to = from + 5 + random.below(45);
    // Of a paid one the minutes stay, of a short one too.
    if (to < toMinute) breaks.push({ from: at(from), to: at(to), paid: random.chance(0.2) });
  }
  return {
    ...{ ...who, id: random.uuid(), code: random.pick(facts.codes), breaks },
    from: at(fromMinute),
    to: at(toMinute),
  };
}

export const lengthOf = ({ from, to }: Shift): number => Math.floor((to - from) / MINUTE_MS);
