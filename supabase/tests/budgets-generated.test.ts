import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../testing/random.ts';
import { repeats } from '../../testing/test-length.ts';
import { type Line as PayLine, PayrollStage } from './payroll-stage.ts';
import { as, openDatabase } from './world.ts';

const PROJECTS = repeats(500, 20);
const CODES = 5;
const SEED = 20_261_115;
const BURDEN = 31.5;

const db = await openDatabase();
let stage: PayrollStage;

beforeAll(async () => {
  stage = await PayrollStage.open(db.sql, { policy: 'FLSA' });
});

interface Plan {
  readonly project: string;
  readonly code: string;
  readonly hours: number;
  readonly quantity: number | null;
}
interface Work {
  readonly project: string;
  readonly code: string | null;
  readonly minutes: number;
}

/** Projects with two versions each, corrections, unplanned codes and time without a code. */
async function generate() {
  const random = new Random(SEED);
  const codes: string[] = [];
  for (let i = 0; i < CODES; i++) codes.push(await stage.code(`C${i}`));
  const workers: string[] = [];
  for (let i = 0; i < 6; i++) workers.push(await stage.worker(i === 5 ? undefined : 20 + 1.37 * i));
  await db.sql`insert into burden_rates (company_id, percent) values (${stage.companyId}, ${BURDEN})`;
  const projects: string[] = [];
  const plans: Plan[] = [];
  const quantities: (Plan & { quantity: number })[] = [];
  for (let i = 0; i < PROJECTS; i++) {
    const project = await stage.project();
    projects.push(project);
    for (const final of [false, true]) {
      const lines = codes
        .filter(() => random.below(4) > 0)
        .map((code) => ({
          project,
          code,
          hours: random.below(6) === 0 ? 0 : random.below(20_000) / 100,
          quantity: random.below(5) === 0 ? null : random.below(5000),
        }));
      if (final) plans.push(...lines);
      const [budget] = await db.sql`insert into budgets (company_id, project_id, status)
        values (${stage.companyId}, ${project}, 'approved') returning id`;
      for (const line of lines)
        await db.sql`insert into budget_lines (company_id, budget_id, cost_code_id, hours, quantity)
          values (${stage.companyId}, ${budget?.['id']}, ${line.code}, ${line.hours}, ${line.quantity})`;
    }
    for (let n = random.below(8); n > 0; n--) {
      const plan = { project, code: random.pick(codes), hours: 0, quantity: 1 + random.below(900) };
      quantities.push(plan);
      if (random.below(3) === 0)
        quantities.push({ ...plan, quantity: -random.below(plan.quantity) });
    }
  }
  await db.sql`insert into quantities ${db.sql(
    quantities.map(({ project, code, quantity }) => ({
      company_id: stage.companyId,
      project_id: project,
      cost_code_id: code,
      work_date: '2026-03-03',
      quantity,
    })),
  )}`;
  return { projects, plans, quantities, work: await book(workers, projects, codes, random) };
}

/** One to three entries on each of 60 days for everyone. */
async function book(
  workers: readonly string[],
  projects: readonly string[],
  codes: readonly string[],
  random: Random,
): Promise<Work[]> {
  const rows: Record<string, unknown>[] = [];
  const work: Work[] = [];
  const start = Date.parse('2026-01-05T14:00:00Z');
  for (const worker of workers) {
    for (let day = 0; day < 60; day++) {
      for (let part = 0; part <= random.below(3); part++) {
        const minutes = 1 + random.below(235);
        const clockIn = start + day * 86_400_000 + part * 4 * 3_600_000;
        const project = random.pick(projects);
        const code = random.below(9) === 0 ? null : random.pick(codes);
        work.push({ project, code, minutes });
        rows.push({
          company_id: stage.companyId,
          employee_id: worker,
          project_id: project,
          cost_code_id: code,
          clock_in: new Date(clockIn),
          clock_out: new Date(clockIn + minutes * 60_000),
        });
      }
    }
  }
  await db.sql`insert into time_entries ${db.sql(rows as never)}`;
  return work;
}

const sumOf = <T>(rows: readonly T[], value: (row: T) => number) =>
  rows.reduce((sum, row) => sum + value(row), 0);

function costOf(lines: readonly PayLine[]): number {
  const weeks = new Map<string, number>();
  for (const line of lines) {
    const key = `${line.employee_id} ${(line as unknown as { week_start: Date }).week_start.toISOString()}`;
    weeks.set(key, (weeks.get(key) ?? 0) + (line.total_cents ?? 0));
  }
  // Tenths of a percent keep the arithmetic whole.
  return sumOf([...weeks.values()], (c) => c + Math.floor((c * BURDEN * 10 + 500) / 1000));
}

/** Ten digits: exact to far below a second. */
const digits = (value: number | null) => (value === null ? null : value.toFixed(8));
const read = (value: unknown) => digits(value === null ? null : Number(value));

test(
  `${PROJECTS} generated projects have the figures of a naive recomputation`,
  async () => {
    const { projects, plans, quantities, work } = await generate();
    const pay = await stage.lines('2026-01-01', '2026-03-31');
    let compared = 0;
    for (const project of projects) {
      const rows = await as(
        db.sql,
        stage.owner,
        (tx) => tx`select * from budget_report(${project})`,
      );
      const keys = new Set<string | null>();
      for (const each of [...plans, ...quantities, ...work])
        if (each.project === project) keys.add(each.code);
      expect(rows).toHaveLength(keys.size);
      for (const row of rows) {
        const mine = (each: { project: string; code: string | null }) =>
          each.project === project && each.code === row['cost_code_id'];
        const line = plans.find(mine);
        const budget = line?.hours ?? 0;
        const done = sumOf(quantities.filter(mine), ({ quantity }) => quantity);
        const actual = sumOf(work.filter(mine), ({ minutes }) => minutes) / 60;
        const complete = line?.quantity ? done / line.quantity : null;
        const earned = complete === null ? null : budget * complete;
        const cost = costOf(
          pay.filter((each) =>
            mine({ project: each.project_id as string, code: each.cost_code_id }),
          ),
        );
        expect({
          used: read(row['percent_used']),
          complete: read(row['percent_complete']),
          earned: read(row['earned_hours']),
          actual: read(row['actual_hours']),
          variance: read(row['variance_hours']),
          forecast: read(row['forecast_hours']),
          cost: read(row['actual_amount']),
        }).toEqual({
          used: digits(budget ? (100 * actual) / budget : null),
          complete: digits(complete === null ? null : 100 * complete),
          earned: digits(earned),
          actual: digits(actual),
          variance: digits(earned === null ? null : earned - actual),
          forecast: digits(
            earned ? actual + (Math.max(0, budget - earned) * actual) / earned : null,
          ),
          cost: digits(cost / 100),
        });
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(PROJECTS * 3);
  },
  60_000 + 2000 * PROJECTS,
);
