import { randomUUID } from 'node:crypto';
import { readCertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import type { Sql } from '../../server/database/sql/sql.ts';
import { PayrollStage } from './payroll-stage.ts';
import { as, hire, type Person } from './world.ts';

/** The Monday and the Sunday of the week that tests of public work are about. */
const MONDAY = '2026-03-09';
export const WEEK_END = '2026-03-15';

interface ClassTerms {
  readonly base: string;
  readonly fringe?: string;
  readonly zone?: string;
  readonly name?: string;
  readonly code?: string;
  readonly overtime?: Record<string, unknown>;
}

export interface ReportRow {
  readonly entry: number;
  readonly employee_id: string;
  readonly name: string;
  readonly identifying_number: string | null;
  readonly kind: 'J' | 'RA';
  readonly level: string | null;
  readonly classification: string | null;
  readonly days: readonly { date: string; st: string; ot: string; dt: string }[];
  readonly total_st: string;
  readonly total_ot: string;
  readonly total_dt: string;
  readonly rate_st: string | null;
  readonly rate_ot: string | null;
  readonly rate_dt: string | null;
  readonly fringe_credit: string;
  readonly cash_in_lieu: string;
  readonly gross_project: string | null;
  readonly gross_all: string | null;
  readonly deductions: { tax: string; fica: string; other: string; total: string } | null;
  readonly net: string | null;
}

interface Due {
  readonly employee_id: string;
  readonly due: string;
  readonly paid: string;
  readonly short: string;
  readonly base: string;
  readonly fringe: string;
  readonly premium: string;
}

export interface Report {
  readonly header: Record<string, unknown> & {
    no_work: boolean;
    determinations: readonly { number: string; modification: string }[];
  };
  readonly rows: readonly ReportRow[];
  readonly plans: readonly {
    name: string;
    workers: readonly { entry: number; hourly_credit: string }[];
  }[];
  readonly apprentices: readonly { name: string; workers: readonly Record<string, unknown>[] }[];
  readonly checks: readonly {
    code: string;
    severity: 'error' | 'warning';
    employee_id: string | null;
    message: string;
    figures: readonly string[];
  }[];
  readonly due: readonly Due[];
}

interface ContractOptions {
  readonly regime?: string;
  readonly cwhssa?: string;
  readonly topUp?: boolean;
  readonly weekEndsOn?: number;
  readonly weekStart?: number;
  readonly policy?: string;
  readonly custom?: Record<string, unknown>;
}

/** A company with one public project; workers, classes and plans are added in a few words. */
export class CertifiedStage {
  readonly sql: Sql;
  readonly stage: PayrollStage;
  readonly project: string;

  private constructor(sql: Sql, stage: PayrollStage, project: string) {
    this.sql = sql;
    this.stage = stage;
    this.project = project;
  }

  static async open(sql: Sql, options: ContractOptions = {}): Promise<CertifiedStage> {
    const stage = await PayrollStage.open(sql, {
      policy: options.policy,
      custom: options.custom,
      weekStart: options.weekStart,
    } as never);
    const opened = new CertifiedStage(sql, stage, await stage.project('Harbor school'));
    await opened.contract(opened.project, options);
    return opened;
  }

  get companyId(): string {
    return this.stage.companyId;
  }

  get owner(): Person {
    return this.stage.owner;
  }

  async contract(project: string, options: ContractOptions = {}): Promise<void> {
    await this.sql`insert into public_contracts
        (company_id, project_id, regime, cwhssa, top_up, week_ends_on, contract_number, location)
      values (${this.companyId}, ${project}, ${options.regime ?? 'federal'}, ${options.cwhssa ?? 'applies'},
        ${options.topUp ?? true}, ${options.weekEndsOn ?? 0}, 'W912-26-C-0001', '12 Pier Road, Essex County, MA')`;
  }

  async determination(
    options: { number?: string; modification?: string; from?: string } = {},
  ): Promise<string> {
    const [row] = await this
      .sql`insert into wage_determinations (company_id, project_id, number, modification, effective_from)
      values (${this.companyId}, ${this.project}, ${options.number ?? 'MA20260001'}, ${options.modification ?? '3'},
        ${options.from ?? '2026-01-01'}) returning id`;
    return row?.['id'];
  }

  /** A class of a determination, which is made where none is given. */
  async classOf(terms: ClassTerms, determination?: string): Promise<string> {
    const under = determination ?? (await this.determination({ number: `MA${randomUUID()}` }));
    const name = terms.name ?? 'Carpenter';
    const [row] = await this.sql`insert into work_classifications
        (company_id, determination_id, code, name, base_rate, fringe_rate, zone_add, overtime)
      values (${this.companyId}, ${under}, ${terms.code ?? name}, ${name}, ${terms.base}, ${terms.fringe ?? '0'},
        ${terms.zone ?? '0'}, ${terms.overtime ? this.sql.json(terms.overtime as never) : null}) returning id`;
    return row?.['id'];
  }

  /** Somebody with a number for column 1E. */
  async worker(rate: string, names: { first?: string; last?: string } = {}): Promise<string> {
    const id = await this.stage.worker(rate, names);
    await this.sql`update employees set employee_number = ${id.slice(0, 8)}
      where company_id = ${this.companyId} and id = ${id}`;
    return id;
  }

  /** The usual class of a person here; cash null is what plans leave open of the fringe. */
  async usual(employee: string, classification: string, cash: string | null): Promise<void> {
    await this.sql`insert into employee_classifications
        (company_id, employee_id, project_id, classification_id, from_date, cash_in_lieu)
      values (${this.companyId}, ${employee}, ${this.project}, ${classification}, '2026-01-01', ${cash})`;
  }

  async plan(
    employee: string,
    plan: {
      cost: string;
      period?: string;
      hours?: number;
      funded?: boolean;
      approval?: string;
      name?: string;
      from?: string;
      to?: string;
    },
  ): Promise<string> {
    const [row] = await this.sql`insert into fringe_plans
        (company_id, name, cost_amount, cost_period, hours_basis, funded, approval, from_date)
      values (${this.companyId}, ${plan.name ?? `Plan ${randomUUID()}`}, ${plan.cost}, ${plan.period ?? 'hour'},
        ${plan.hours ?? null}, ${plan.funded ?? true}, ${plan.approval ?? null}, '2026-01-01') returning id`;
    await this
      .sql`insert into employee_fringe_plans (company_id, employee_id, plan_id, from_date, to_date)
      values (${this.companyId}, ${employee}, ${row?.['id']}, ${plan.from ?? '2026-01-01'}, ${plan.to ?? null})`;
    return row?.['id'];
  }

  async apprentice(
    employee: string,
    step: {
      percent: number;
      fringe?: number | null;
      level?: string;
      occupation?: string;
      ratio?: readonly [number, number];
      program?: string;
    },
  ): Promise<string> {
    let program = step.program;
    if (!program) {
      const [row] = await this.sql`insert into apprenticeship_programs
          (company_id, name, occupation, ratio_apprentices, ratio_journeyworkers, fringe_rule)
        values (${this.companyId}, ${`Program ${randomUUID()}`}, ${step.occupation ?? 'Carpenter'},
          ${step.ratio?.[0] ?? 1}, ${step.ratio?.[1] ?? 1}, ${step.fringe == null ? 'full' : 'program'}) returning id`;
      program = row?.['id'] as string;
    }
    await this.sql`insert into apprenticeships
        (company_id, employee_id, program_id, registration_number, from_date, level, percent, fringe_percent)
      values (${this.companyId}, ${employee}, ${program}, 'RA-1', '2026-01-01', ${step.level ?? '3rd period 60 %'},
        ${step.percent}, ${step.fringe ?? null})`;
    return program;
  }

  /** Work of the given hours from 06:00 local on a day of the week, 0 = Monday. */
  async work(
    employee: string,
    day: number,
    hours: string,
    where: { class?: string | null; project?: string; from?: string } = {},
  ): Promise<string> {
    const [whole = '0', part = '0'] = hours.split(':');
    const date = new Date(Date.parse(MONDAY) + day * 86_400_000).toISOString().slice(0, 10);
    const start = this.stage.instant(`${date} ${where.from ?? '06:00'}`);
    const end = new Date(Date.parse(start) + (Number(whole) * 60 + Number(part)) * 60_000);
    const [row] = await this.sql`insert into time_entries
        (company_id, employee_id, clock_in, clock_out, project_id, classification_id)
      values (${this.companyId}, ${employee}, ${start}, ${end.toISOString()}, ${where.project ?? this.project},
        ${where.class ?? null}) returning id`;
    return row?.['id'];
  }

  /** Days of the given lengths from Monday on. */
  async week(
    employee: string,
    lengths: readonly string[],
    where: { class?: string | null; project?: string } = {},
  ): Promise<void> {
    for (const [day, hours] of lengths.entries()) {
      if (hours !== '0') await this.work(employee, day, hours, where);
    }
  }

  async facts(employee: string, facts: Record<string, unknown>): Promise<void> {
    const values = { company_id: this.companyId, employee_id: employee, week_end: WEEK_END };
    await this.sql`insert into payroll_facts ${this.sql({ ...values, ...facts } as never)}`;
  }

  async lock(): Promise<void> {
    await as(this.sql, this.owner, (tx) => tx`select lock_pay_period(${MONDAY}, ${WEEK_END})`);
  }

  async report(weekEnd = WEEK_END, project = this.project): Promise<Report> {
    const [row] = await as(
      this.sql,
      this.owner,
      (tx) => tx`select certified_payroll(${project}, ${weekEnd}) as report`,
    );
    // Screens and files read every report of these tests.
    readCertifiedPayroll(row?.['report']);
    return row?.['report'] as Report;
  }

  hire(role: string): Promise<Person> {
    return hire(this.sql, this.owner, role);
  }
}
