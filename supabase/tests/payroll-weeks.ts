import fc from 'fast-check';
import type { Sql } from '../../server/database/sql/sql.ts';
import { PayrollStage } from './payroll-stage.ts';

/** Every preset, and rules that only a custom policy has. */
export const RULES: readonly [string, Record<string, unknown>][] = [
  ['NONE', {}],
  ['FLSA', {}],
  ['FLSA', { rate_method: 'rate_in_effect' }],
  ['FLSA', { workweek_start_dow: 3, workday_start: '06:00' }],
  ['CA', {}],
  ['CA_4x10', {}],
  ['AK', {}],
  ['NV', {}],
  ['CO', {}],
  ['UNION_8_SAT_SUN', {}],
  ['CA', { day_split: 'start_day' }],
];

/** Clock changes of America/Denver: spring in the first, autumn in the second. */
export const MONDAYS = ['2026-03-02', '2025-10-27', '2026-03-09'] as const;

export interface Stretch {
  readonly gap: number;
  readonly minutes: number;
  readonly code: number;
  readonly meal: number;
}

export interface PersonWeek {
  readonly stretches: readonly Stretch[];
  readonly rates: readonly number[];
}

/** Where code b and code c are worked: sites east and west of the company, whose days begin at other hours. */
const ZONES = ['America/New_York', 'Pacific/Honolulu'] as const;

/** A week of entries that do not overlap, often beginning on the Sunday before and ending on the Monday after. */
export const personWeek: fc.Arbitrary<PersonWeek> = fc.record({
  stretches: fc.array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 1100 })),
      minutes: fc.integer({ min: 1, max: 960 }),
      code: fc.integer({ min: 0, max: 2 }),
      meal: fc.constantFrom(0, 0, 20, 30, 45),
    }),
    { minLength: 1, maxLength: 16 },
  ),
  rates: fc.array(fc.integer({ min: 1200, max: 6000 }), { minLength: 1, maxLength: 3 }),
});

export interface Loaded {
  readonly stage: PayrollStage;
  readonly workers: string[];
}

/** A company whose people worked these weeks, loaded with a few statements. */
export async function loadWeeks(
  sql: Sql,
  [preset, custom]: (typeof RULES)[number],
  monday: string,
  weeks: readonly PersonWeek[],
): Promise<Loaded> {
  const stage = await PayrollStage.open(sql, { policy: preset, custom });
  const codes = [await stage.code('a'), await stage.code('b'), await stage.code('c')];
  const sites = [
    null,
    await stage.project('East', ZONES[0]),
    await stage.project('West', ZONES[1]),
  ];
  const start = Date.parse(stage.instant(`${monday} 00:00`)) - 6 * 3_600_000;
  const workers = weeks.map((_, index) => {
    const hex = (index + 1).toString(16).padStart(12, '0');
    return `${stage.companyId.slice(0, 24)}${hex}`;
  });
  const rates: object[] = [];
  const entries: object[] = [];
  const breaks: object[] = [];
  for (const [index, { stretches, rates: own }] of weeks.entries()) {
    const employee_id = workers[index];
    for (const [at, cents] of own.entries())
      rates.push({ employee_id, hourly_rate: cents / 100, cost_code_id: at ? codes[at] : null });
    let clock = start;
    for (const [number, { gap, minutes, code, meal }] of stretches.entries()) {
      const clockIn = clock + gap * 60_000;
      clock = clockIn + minutes * 60_000;
      if (clock > start + 9 * 86_400_000) break;
      const id = `${employee_id?.slice(0, 19)}${(index * 100 + number).toString(16).padStart(4, '0')}-${employee_id?.slice(24)}`;
      const time = (ms: number) => new Date(ms).toISOString();
      entries.push({
        id,
        employee_id,
        clock_in: time(clockIn),
        clock_out: time(clock),
        cost_code_id: codes[code],
        project_id: sites[code],
      });
      if (meal > 0 && meal + 20 < minutes)
        breaks.push({
          time_entry_id: id,
          started_at: time(clockIn + 600_000),
          ended_at: time(clockIn + (meal + 10) * 60_000),
        });
    }
  }
  const company = stage.companyId;
  const people = workers.map((id, index) => ({
    id,
    last_name: `Worker ${String(index).padStart(3, '0')}`,
  }));
  await sql`insert into employees (company_id, id, first_name, last_name)
    select ${company}, id, 'W', last_name from jsonb_to_recordset(${sql.json(people as never)}) r (id uuid, last_name text)`;
  await sql`insert into employee_rates (company_id, employee_id, hourly_rate, effective_from, cost_code_id)
    select ${company}, employee_id, hourly_rate, '1970-01-01', cost_code_id
    from jsonb_to_recordset(${sql.json(rates as never)}) r (employee_id uuid, hourly_rate numeric, cost_code_id uuid)`;
  await sql`insert into time_entries (company_id, id, employee_id, clock_in, clock_out, cost_code_id, project_id)
    select ${company}, id, employee_id, clock_in, clock_out, cost_code_id, project_id
    from jsonb_to_recordset(${sql.json(entries as never)})
      r (id uuid, employee_id uuid, clock_in timestamptz, clock_out timestamptz, cost_code_id uuid, project_id uuid)`;
  await sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    select ${company}, time_entry_id, started_at, ended_at, 'meal', false
    from jsonb_to_recordset(${sql.json(breaks as never)}) r (time_entry_id uuid, started_at timestamptz, ended_at timestamptz)`;
  // What the database does by itself within a minute; until then it takes these tables to be empty.
  await sql`analyze`;
  return { stage, workers };
}
