import type { Row } from './api.ts';
import type { Period } from './calendar.ts';
import type { Office } from './company.ts';
import type { Person } from './facts.ts';
import { type Clerk, type PersonWeek, sum } from './naive.ts';

const WORK = ['REG', 'OT', 'DT'];

export interface PaidLine {
  readonly employee_id: string;
  readonly work_date: string;
  readonly project_id: string | null;
  readonly cost_code_id: string | null;
  readonly classification_id: string | null;
  readonly pay_code: string;
  readonly multiplier: number;
  readonly minutes: number;
  readonly straight_cents: number;
  readonly premium_cents: number;
  readonly total_cents: number;
}

export async function readLines({ owner }: Office, { start, end }: Period): Promise<PaidLine[]> {
  const record = await owner.call<{ lines: PaidLine[] }>('payroll_export_preview', {
    ...{ start_date_param: start, end_date_param: end },
  });
  return record.lines;
}

interface Figures {
  readonly straight: Map<string, number>;
  readonly cash: Map<string, number>;
  readonly minutes: Map<string, number>;
  premium: number;
  adjustment: number;
  leaveMinutes: number;
  leaveCents: number;
  posted: number;
}

const add = (map: Map<string, number>, key: string, value: number): void => {
  map.set(key, (map.get(key) ?? 0) + value);
};

function figuresOf(lines: readonly PaidLine[]): Figures {
  const found: Figures = {
    ...{ straight: new Map(), cash: new Map(), minutes: new Map() },
    ...{ premium: 0, adjustment: 0, leaveMinutes: 0, leaveCents: 0, posted: 0 },
  };
  for (const line of lines) {
    const part = `${line.project_id} ${line.classification_id ?? 'none'}`;
    const multiplier = String(Math.round(line.multiplier * 100));
    if (WORK.includes(line.pay_code)) {
      add(found.straight, `${part} ${multiplier}`, line.straight_cents);
      add(found.minutes, multiplier, line.minutes);
      found.premium += line.premium_cents;
    } else if (line.pay_code === 'FRINGE_CASH') add(found.cash, part, line.total_cents);
    else if (line.pay_code === 'FLSA_ADJ') found.adjustment += line.total_cents;
    else if (line.pay_code === 'ADJUSTMENT') found.posted += line.total_cents;
    else {
      found.leaveMinutes += line.minutes;
      found.leaveCents += line.total_cents;
    }
  }
  return found;
}

const asText = (map: ReadonlyMap<string, number>): string =>
  [...map]
    .filter(([, value]) => value !== 0)
    .map(([key, value]) => `${key} ${value}`)
    .sort()
    .join(', ');

/** One person's period against the clerk's. */
function differencesOf(period: Period, real: Figures, naive: PersonWeek, posted: number): string[] {
  const pairs: [string, string | number, string | number][] = [
    ['minutes by multiplier', asText(real.minutes), asText(naive.minutes)],
    ['straight pay', asText(real.straight), asText(naive.pay?.straight ?? new Map())],
    ['cash in lieu', asText(real.cash), asText(naive.pay?.cash ?? new Map())],
    ['FLSA floor', real.adjustment, naive.pay?.adjustment ?? 0],
    ['leave minutes', real.leaveMinutes, naive.leaveMinutes],
    ['leave cents', real.leaveCents, naive.leaveCents],
    ['posted cents', real.posted, posted],
  ];
  const premium = naive.pay?.premium ?? 0;
  // The premium of the cut week is shared out by largest remainder; its last day has its part within cents.
  if (!period.isCut) pairs.push(['premium', real.premium, premium]);
  return pairs
    .filter(([, one, other]) => one !== other)
    .map(([what, one, other]) => `${what}: ${one}, counted ${other}`);
}

/** Every person's pay of a period against the recomputation; what was paid is remembered. */
export async function comparePay(office: Office, clerk: Clerk, period: Period) {
  const lines = await readLines(office, period);
  const byPerson = Map.groupBy(lines, ({ employee_id }) => employee_id);
  const differences: string[] = [];
  const overview = await readOverview(office, period);
  for (const [person, naive] of clerk.week(period)) {
    const own = byPerson.get(person.id) ?? [];
    const posted = person.adjustments
      .filter(({ date }) => date >= period.start && date <= period.end)
      .reduce((total, { cents }) => total + cents, 0);
    const real = figuresOf(own);
    const found = differencesOf(period, real, naive, posted);
    const premium = naive.pay?.premium ?? 0;
    if (period.isCut && (real.premium < 0 || premium < 0 || (premium === 0 && real.premium !== 0)))
      found.push(`premium: ${real.premium}, counted ${premium}`);
    const total = own.reduce((cents, line) => cents + line.total_cents, 0);
    if (!period.isCut && total !== naive.cents + posted)
      found.push(`total: ${total}, counted ${naive.cents + posted}`);
    found.push(...overviewDifferences(overview.get(person.id), naive, total));
    differences.push(...found.map((text) => `Nr ${person.number}, ${period.start}: ${text}`));
    person.paid.set(period.start, period.isCut ? total - posted : naive.cents);
  }
  return { lines, differences };
}

async function readOverview(
  { manager }: Office,
  { start, end }: Period,
): Promise<Map<string, Row>> {
  const rows = await manager.call<Row[]>('payroll_overview', {
    ...{ start_date_param: start, end_date_param: end },
  });
  return new Map(rows.map((row) => [String(row['employee_id']), row]));
}

function overviewDifferences(row: Row | undefined, naive: PersonWeek, total: number): string[] {
  if (!row) return sum(naive.minutes) > 0 ? ['missing in the overview'] : [];
  const minutes =
    Number(row['regular_minutes']) +
    Number(row['overtime_minutes']) +
    Number(row['double_time_minutes']);
  const cents = Math.round(Number(row['total_earnings']) * 100);
  return [
    ...(minutes === sum(naive.minutes)
      ? []
      : [`overview: ${minutes} minutes, counted ${sum(naive.minutes)}`]),
    ...(cents === total ? [] : [`overview: ${cents} cents, lines ${total}`]),
    ...(row['days_worked'] === row['days_approved']
      ? []
      : [`${row['days_worked']} days, ${row['days_approved']} approved`]),
  ];
}

/** What somebody's locked weeks are worth by now beyond what was paid and posted. */
export function owed(clerk: Clerk, periods: readonly Period[]): Map<Person, number> {
  const cents = new Map<Person, number>();
  for (const period of periods)
    for (const [person, naive] of clerk.week(period)) {
      const paid = person.paid.get(period.start) ?? 0;
      const difference = naive.cents - paid;
      cents.set(person, (cents.get(person) ?? 0) + difference);
      person.paid.set(period.start, naive.cents);
    }
  return new Map([...cents].filter(([, difference]) => difference !== 0));
}
