import type { Random } from '../../testing/random.ts';
import { forEach, type Row } from './api.ts';
import { dayOfWeek, daysOf, type Period, plusDays } from './calendar.ts';
import type { Office } from './company.ts';
import type { Facts, Person, Shift, TimeOff, TimeOffType } from './facts.ts';
import { piecesOf, timeOffDays } from './naive.ts';
import { isThere } from './people.ts';

/** Asked for the weeks that come, decided at once; some of it is taken back before it begins. */
export async function askForTimeOff(
  office: Office,
  facts: Facts,
  random: Random,
  today: string,
): Promise<void> {
  for (const person of facts.people) {
    if (!isThere(person, today)) continue;
    if (random.chance(0.07)) await ask(office, facts, random, person, today);
    const planned = person.timeOff.find(
      ({ status, start }) => status === 'approved' && start > today,
    );
    if (planned && random.chance(0.1)) {
      await person.api.call('withdraw_time_off', { request_id_param: planned.id });
      planned.status = 'withdrawn';
    }
  }
}

async function ask(
  office: Office,
  facts: Facts,
  random: Random,
  person: Person,
  today: string,
): Promise<void> {
  const start = plusDays(today, 1 + random.below(14));
  if (dayOfWeek(start) === 0 || dayOfWeek(start) === 6) return;
  const end = plusDays(start, random.below(6 - dayOfWeek(start)));
  const type = random.pick(facts.types);
  const hours = 8 * daysOf(start, end).filter((day) => !facts.holidays.includes(day)).length;
  const isTaken = person.timeOff.some(
    (one) => one.status === 'approved' && one.start <= end && one.end >= start,
  );
  if (isTaken || hours === 0) return;
  const request = await person.api.call<Row>('request_time_off', {
    ...{ type_id_param: type.id, start_date_param: start, end_date_param: end, hours_param: hours },
  });
  const approves = !random.chance(0.12);
  await office.manager.call('decide_time_off', {
    ...{ request_id_param: request['id'], approve_param: approves, note_param: 'Agreed on site' },
  });
  person.timeOff.push({
    ...{
      id: String(request['id']),
      type,
      start,
      end,
      hours,
      status: approves ? 'approved' : 'declined',
    },
  });
}

interface Step {
  readonly day: string;
  readonly place: number;
  readonly hours: number;
}

/** Hours left at the end of a day, step by step from the day somebody was hired. */
function naiveBalance(
  facts: Facts,
  person: Person,
  shifts: readonly Shift[],
  type: TimeOffType,
  day: string,
): number {
  const last = person.leftOn !== null && person.leftOn < day ? person.leftOn : day;
  const steps = [
    ...earned(facts, person, shifts, type, last),
    ...taken(facts, person.timeOff, type, day),
  ];
  for (let year = Number(person.hiredOn.slice(0, 4)) + 1; year <= Number(day.slice(0, 4)); year++)
    if (type.carryOver !== undefined) steps.push({ day: `${year}-01-01`, place: 0, hours: 0 });
  steps.sort((a, b) => (a.day === b.day ? a.place - b.place : a.day < b.day ? -1 : 1));
  let balance = 0;
  for (const { place, hours } of steps) {
    if (place === 0) balance = Math.min(balance, type.carryOver ?? balance);
    else if (hours > 0 && type.cap !== undefined)
      balance += Math.min(hours, Math.max(type.cap - balance, 0));
    else balance += hours;
  }
  // Half a hundredth is rounded away from zero; sums of thirds are not exact.
  const hundredths = Math.round(Math.abs(balance) * 1e7) / 1e5;
  return (Math.sign(balance) * Math.round(hundredths)) / 100;
}

function taken(facts: Facts, requests: readonly TimeOff[], type: TimeOffType, day: string): Step[] {
  return requests
    .filter((one) => one.type === type && one.status === 'approved')
    .flatMap((one) => [...timeOffDays(facts, one)])
    .filter(([date]) => date <= day)
    .map(([date, minutes]) => ({ day: date, place: 2, hours: -minutes / 60 }));
}

function earned(
  facts: Facts,
  person: Person,
  shifts: readonly Shift[],
  type: TimeOffType,
  last: string,
): Step[] {
  if (type.kind === 'per_year') return perYear(person, type, last);
  if (type.kind === 'per_period') return perPeriod(facts, person, type, last);
  const days = new Map<string, number>();
  for (const shift of shifts)
    for (const { date, start, end } of piecesOf(shift))
      if (date <= last) days.set(date, (days.get(date) ?? 0) + end - start);
  return [...days].map(([day, minutes]) => ({
    ...{ day, place: 3, hours: (minutes * type.hours) / ((type.worked ?? 1) * 60) },
  }));
}

function perYear({ hiredOn }: Person, type: TimeOffType, last: string): Step[] {
  const steps: Step[] = [];
  for (let year = Number(hiredOn.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    const day = hiredOn > `${year}-01-01` ? hiredOn : `${year}-01-01`;
    const rest = daysOf(day, `${year}-12-31`).length;
    const all = daysOf(`${year}-01-01`, `${year}-12-31`).length;
    if (day <= last) steps.push({ day, place: 1, hours: (type.hours * rest) / all });
  }
  return steps;
}

/** A period in which somebody came counts by its days. */
function perPeriod(
  { periods }: Facts,
  { hiredOn }: Person,
  type: TimeOffType,
  last: string,
): Step[] {
  return periods
    .filter(({ end }) => end >= hiredOn && end <= last)
    .map(({ start, end }: Period) => ({
      ...{ day: end, place: 3 },
      hours:
        (type.hours * daysOf(start > hiredOn ? start : hiredOn, end).length) /
        daysOf(start, end).length,
    }));
}

/** All balances of everybody at the end of a day. */
export async function compareBalances(
  office: Office,
  facts: Facts,
  day: string,
): Promise<string[]> {
  const differences: string[] = [];
  const shifts = Map.groupBy(facts.shifts.values(), ({ person }) => person);
  await forEach(facts.people, async (person) => {
    const rows = await office.manager.call<Row[]>('time_off_balance', {
      ...{ employee_id_param: person.id, on_date_param: day },
    });
    for (const type of facts.types) {
      const real = Number(rows.find(({ type_id }) => type_id === type.id)?.['hours']);
      const naive = naiveBalance(facts, person, shifts.get(person) ?? [], type, day);
      if (Math.abs(real - naive) > 1e-9)
        differences.push(`Nr ${person.number}, ${day}: ${type.name} ${real} h, counted ${naive} h`);
    }
  });
  return differences;
}
