import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Sql } from '../../server/database/sql/sql.ts';
import { as, type Person, signUp } from './world.ts';

/** Minutes of "9", "8:30" or "0:01". */
export function minutesOf(duration: string): number {
  const [hours = '0', minutes = '0'] = duration.split(':');
  return Number(hours) * 60 + Number(minutes);
}

export interface Line {
  readonly employee_id: string;
  readonly work_date: string;
  readonly project_id: string | null;
  readonly cost_code_id: string | null;
  readonly hourly_rate: string | null;
  readonly multiplier: number;
  readonly minutes: number;
  readonly straight_cents: number | null;
  readonly premium_cents: number | null;
  readonly total_cents: number | null;
  readonly flsa_premium_cents: number;
  readonly pay_code: string;
  readonly rule: string;
}

export interface ExportRow {
  readonly first_name: string;
  readonly last_name: string;
  readonly total_hours: string;
  readonly hourly_rate: string | null;
  readonly total_earnings: string | null;
  readonly employee_id: string;
  readonly regular_hours: string;
  readonly overtime_hours: string;
  readonly double_time_hours: string;
  readonly other_pay: string | null;
  readonly paid_break_hours: string;
  readonly flags: string[];
  readonly regular_minutes: number;
  readonly overtime_minutes: number;
  readonly double_time_minutes: number;
  readonly flsa_overtime_premium: string | null;
}

interface Shift {
  readonly project?: string | null;
  readonly code?: string | null;
  /** Local "12:00-12:30" on the day of the start, unpaid meals. */
  readonly meals?: readonly string[];
  readonly mealWaived?: boolean;
}

interface StageOptions {
  readonly timeZone?: string;
  /** 0 = Sunday. */
  readonly weekStart?: number;
  readonly policy?: string;
  readonly custom?: Record<string, unknown>;
}

/** A company whose payroll a test can set up in a few words. All times are local. */
export class PayrollStage {
  readonly sql: Sql;
  readonly owner: Person;
  readonly timeZone: string;

  private constructor(sql: Sql, owner: Person, timeZone: string) {
    this.sql = sql;
    this.owner = owner;
    this.timeZone = timeZone;
  }

  static async open(sql: Sql, options: StageOptions = {}): Promise<PayrollStage> {
    const timeZone = options.timeZone ?? 'America/Denver';
    const founder = await signUp(sql);
    const [record] = await as(
      sql,
      founder,
      (tx) => tx`select * from create_company('Payroll Builders', ${timeZone})`,
    );
    const owner = { ...founder, employeeId: record?.['id'], companyId: record?.['company_id'] };
    await sql`update companies set week_start = ${options.weekStart ?? 1} where id = ${owner.companyId}`;
    const stage = new PayrollStage(sql, owner, timeZone);
    if (options.policy || options.custom)
      await stage.policy(options.policy ?? null, options.custom);
    return stage;
  }

  get companyId(): string {
    return this.owner.companyId;
  }

  async policy(
    preset: string | null,
    custom?: Record<string, unknown>,
    options: { from?: string; project?: string; employee?: string } = {},
  ): Promise<void> {
    await as(
      this.sql,
      this.owner,
      (tx) => tx`select set_overtime_policy(${preset}, ${options.from ?? '2020-01-01'},
        ${custom ? tx.json(custom as never) : null}, ${options.project ?? null}, ${options.employee ?? null})`,
    );
  }

  async worker(rate?: string | number, names: { first?: string; last?: string } = {}) {
    const id = randomUUID();
    await this.sql`insert into employees (company_id, id, first_name, last_name)
      values (${this.companyId}, ${id}, ${names.first ?? 'Maria'}, ${names.last ?? 'Lopez'})`;
    if (rate !== undefined) await this.rate(id, rate);
    return id;
  }

  async rate(
    employee: string,
    rate: string | number,
    scope: { from?: string; project?: string; code?: string } = {},
  ): Promise<void> {
    await this
      .sql`insert into employee_rates (company_id, employee_id, hourly_rate, effective_from, project_id, cost_code_id)
      values (${this.companyId}, ${employee}, ${rate}, ${scope.from ?? '1970-01-01'},
        ${scope.project ?? null}, ${scope.code ?? null})`;
  }

  async project(name = `Project ${randomUUID()}`, zone: string | null = null): Promise<string> {
    const [row] = await this.sql`insert into projects (company_id, name, time_zone)
      values (${this.companyId}, ${name}, ${zone}) returning id`;
    return row?.['id'];
  }

  async code(code: string): Promise<string> {
    const [row] = await this
      .sql`insert into cost_codes (company_id, code, name) values (${this.companyId}, ${code}, ${code}) returning id`;
    return row?.['id'];
  }

  instant(local: string, zone = this.timeZone): string {
    return Temporal.PlainDateTime.from(local.replace(' ', 'T'))
      .toZonedDateTime(zone)
      .toInstant()
      .toString();
  }

  /** An entry from and to local times, e.g. work(w, '2026-03-09 07:00', '2026-03-09 15:30'). */
  async work(employee: string, from: string, to: string, shift: Shift = {}): Promise<string> {
    const id = await this.entry(employee, this.instant(from), this.instant(to), shift);
    for (const meal of shift.meals ?? []) {
      const [start, end] = meal
        .split('-')
        .map((time) => this.instant(`${from.slice(0, 10)} ${time}`));
      await this.pause(id, start as string, end as string);
    }
    return id;
  }

  async entry(employee: string, clockIn: string, clockOut: string | null, shift: Shift = {}) {
    const [row] = await this.sql`insert into time_entries
        (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id, meal_waived)
      values (${this.companyId}, ${employee}, ${clockIn}, ${clockOut}, ${shift.project ?? null},
        ${shift.code ?? null}, ${shift.mealWaived ?? false}) returning id`;
    return row?.['id'] as string;
  }

  async pause(entry: string, start: string, end: string, kind = 'meal', paid = false) {
    await this
      .sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
      values (${this.companyId}, ${entry}, ${start}, ${end}, ${kind}, ${paid})`;
  }

  /**
   * Days of the given lengths from a Monday on, each from 06:00 local. With meals: 30 minutes unpaid
   * after four and eight hours of work where California asks for them, on top of the length.
   */
  async days(
    employee: string,
    lengths: readonly string[],
    options: Shift & { monday?: string; withMeals?: boolean } = {},
  ): Promise<void> {
    const first = Temporal.PlainDate.from(options.monday ?? '2026-03-09');
    for (const [index, length] of lengths.entries()) {
      const minutes = minutesOf(length);
      if (minutes === 0) continue;
      const start = Temporal.Instant.from(this.instant(`${first.add({ days: index })} 06:00`));
      const pauses = options.withMeals ? (minutes > 600 ? 2 : minutes > 300 ? 1 : 0) : 0;
      const at = (offset: number) => start.add({ minutes: offset }).toString();
      const id = await this.entry(employee, at(0), at(minutes + 30 * pauses), options);
      if (pauses > 0) await this.pause(id, at(240), at(270));
      if (pauses > 1) await this.pause(id, at(510), at(540));
    }
  }

  /** Lines as they are kept, or as computing from the beginning gives them, where the two differ. */
  async differences(from: string, to: string) {
    return this.sql`
      with kept as (select l.* from private.payroll_lines_now(${this.companyId}, ${from}, ${to}, null) l),
      computed as (select l.* from private.payroll_lines_computed(${this.companyId}, ${from}, ${to}, null, null) l)
      (select 'kept' as side, k.employee_id, k.work_date, k.pay_code, k.minutes, k.total_cents, k.threshold, k.rule_minutes::text from kept k
        except all select 'kept', c.employee_id, c.work_date, c.pay_code, c.minutes, c.total_cents, c.threshold, c.rule_minutes::text from computed c)
      union all
      (select 'computed', c.employee_id, c.work_date, c.pay_code, c.minutes, c.total_cents, c.threshold, c.rule_minutes::text from computed c
        except all select 'computed', k.employee_id, k.work_date, k.pay_code, k.minutes, k.total_cents, k.threshold, k.rule_minutes::text from kept k)`;
  }

  async lines(start = '2026-03-01', end = '2026-03-31'): Promise<Line[]> {
    const rows = await as(
      this.sql,
      this.owner,
      (tx) => tx`select *, work_date::text as work_date, multiplier::float8 as multiplier,
          straight_cents::int, premium_cents::int, total_cents::int, flsa_premium_cents::int
        from payroll_lines_for(${this.companyId}, ${start}, ${end})`,
    );
    return rows as unknown as Line[];
  }

  async export(start = '2026-03-01', end = '2026-03-31'): Promise<ExportRow[]> {
    const rows = await as(
      this.sql,
      this.owner,
      (tx) => tx`select * from generate_payroll_export_data(${this.companyId}, ${start}, ${end})`,
    );
    return rows as unknown as ExportRow[];
  }

  /** The export row of a company with one person who worked. */
  async only(start?: string, end?: string): Promise<ExportRow> {
    const rows = await this.export(start, end);
    if (rows.length !== 1 || !rows[0]) throw new Error(`expected one row, got ${rows.length}`);
    return rows[0];
  }
}
