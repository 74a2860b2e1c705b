import type { Sql } from '../../server/database/sql/sql.ts';
import { type Line, PayrollStage } from './payroll-stage.ts';

export interface PublicLine extends Line {
  readonly classification_id: string | null;
  readonly rate_reason: string | null;
}

interface Contract {
  readonly regime?: string;
  readonly cwhssa?: string;
  readonly topUp?: boolean;
}

interface ClassTerms {
  readonly base: number;
  readonly fringe?: number;
  readonly zone?: number;
  readonly code?: string;
  readonly name?: string;
  readonly craft?: string;
  readonly overtime?: Record<string, unknown>;
}

interface Options extends Contract {
  readonly policy?: string;
  readonly custom?: Record<string, unknown>;
}

/** A company with a project of public work. The week is Monday 2026-03-09 to Sunday 2026-03-15. */
export class PublicWorkStage {
  readonly sql: Sql;
  readonly pay: PayrollStage;
  readonly project: string;

  private constructor(sql: Sql, pay: PayrollStage, project: string) {
    this.sql = sql;
    this.pay = pay;
    this.project = project;
  }

  static async open(
    sql: Sql,
    { policy, custom, ...contract }: Options = {},
  ): Promise<PublicWorkStage> {
    const pay = await PayrollStage.open(sql, {
      ...(policy && { policy }),
      ...(custom && { custom }),
    });
    const stage = new PublicWorkStage(sql, pay, await pay.project('Courthouse'));
    await stage.contract(stage.project, contract);
    return stage;
  }

  get companyId(): string {
    return this.pay.companyId;
  }

  async contract(project: string, { regime, cwhssa, topUp }: Contract = {}): Promise<void> {
    await this.sql`insert into public_contracts (company_id, project_id, regime, cwhssa, top_up)
      values (${this.companyId}, ${project}, ${regime ?? 'federal'}, ${cwhssa ?? 'applies'}, ${topUp ?? true})`;
  }

  async determination(from = '2026-01-01', number = 'CO20260001', project = this.project) {
    const [row] = await this
      .sql`insert into wage_determinations (company_id, project_id, number, effective_from)
      values (${this.companyId}, ${project}, ${number}, ${from}) returning id`;
    return row?.['id'] as string;
  }

  async class(terms: ClassTerms, determination?: string): Promise<string> {
    const { base, fringe = 0, zone = 0, code = 'CARP', name = 'Carpenter' } = terms;
    const [row] = await this
      .sql`insert into work_classifications (company_id, determination_id, code, name, craft, base_rate,
        fringe_rate, zone_add, overtime)
      values (${this.companyId}, ${determination ?? (await this.determination())}, ${code}, ${name}, ${terms.craft ?? null},
        ${base}, ${fringe}, ${zone}, ${terms.overtime ? this.sql.json(terms.overtime as never) : null}) returning id`;
    return row?.['id'] as string;
  }

  /** Usual class and cash in lieu of a person; null is what plans leave open. */
  async usual(employee: string, classification: string, cash: number | null, from = '2026-01-01') {
    await this
      .sql`insert into employee_classifications (company_id, employee_id, project_id, classification_id, from_date, cash_in_lieu)
      values (${this.companyId}, ${employee}, ${this.project}, ${classification}, ${from}, ${cash})`;
  }

  async plan(
    employee: string,
    cost: number,
    options: { period?: string; hours?: number; from?: string; to?: string; kind?: string } = {},
  ): Promise<void> {
    const [plan] = await this
      .sql`insert into fringe_plans (company_id, name, kind, cost_amount, cost_period, hours_basis, from_date)
      values (${this.companyId}, 'Plan', ${options.kind ?? 'health'}, ${cost}, ${options.period ?? 'hour'},
        ${options.hours ?? null}, '2020-01-01') returning id`;
    await this
      .sql`insert into employee_fringe_plans (company_id, employee_id, plan_id, from_date, to_date)
      values (${this.companyId}, ${employee}, ${plan?.['id']}, ${options.from ?? '2020-01-01'}, ${options.to ?? null})`;
  }

  /** A program with a step for each of the people. */
  async apprentices(
    employees: readonly string[],
    step: { percent: number; fringe?: number | null; rule?: string; ratio?: [number, number] },
  ): Promise<void> {
    const [apprentices, journeyworkers] = step.ratio ?? [1, 1];
    const [program] = await this
      .sql`insert into apprenticeship_programs (company_id, name, occupation, ratio_apprentices, ratio_journeyworkers, fringe_rule)
      values (${this.companyId}, 'Carpenters', 'Carpenter', ${apprentices}, ${journeyworkers}, ${step.rule ?? 'program'}) returning id`;
    for (const employee of employees)
      await this
        .sql`insert into apprenticeships (company_id, employee_id, program_id, from_date, level, percent, fringe_percent)
        values (${this.companyId}, ${employee}, ${program?.['id']}, '2020-01-01', '3rd period', ${step.percent}, ${step.fringe ?? null})`;
  }

  /** Days of the given lengths from Monday on, each from 06:00; null is no class. */
  async work(
    employee: string,
    lengths: readonly string[],
    classification: string | null,
    project: string | null = this.project,
  ): Promise<void> {
    const before = await this.#entries(employee);
    await this.pay.days(employee, lengths, { project });
    if (classification)
      await this.sql`update time_entries set classification_id = ${classification}
        where company_id = ${this.companyId} and employee_id = ${employee} and id <> all (${before})`;
  }

  async #entries(employee: string): Promise<string[]> {
    const rows = await this.sql`select id from time_entries where employee_id = ${employee}`;
    return rows.map((row) => row['id'] as string);
  }

  async lines(start = '2026-03-09', end = '2026-03-15'): Promise<PublicLine[]> {
    return (await this.pay.lines(start, end)) as PublicLine[];
  }

  /** What plans are credited for the week's hours on public work, in cents: column 6B. */
  async credits(employee: string): Promise<number> {
    const [row] = await this.sql`
      select coalesce(round(sum(w.seconds / 3600.0 * f.credit_e4 / 100)), 0)::int as cents
      from private.work_pieces w
      join private.fringe_credits(${this.companyId}, '2026-03-09', '2026-03-15') f
        on f.employee_id = w.employee_id and w.work_date >= f.valid_from and w.work_date < f.valid_to
      where w.company_id = ${this.companyId} and w.employee_id = ${employee} and w.project_id = ${this.project}`;
    return row?.['cents'] as number;
  }
}

/** The week of one person as the columns of a report have it, in cents; rates in dollars. */
export function columnsOf(lines: readonly PublicLine[], project?: string) {
  const own = lines.filter((line) => !project || line.project_id === project);
  const sum = (code: string, of: (line: PublicLine) => number | null) =>
    own.filter((line) => line.pay_code === code).reduce((total, l) => total + (of(l) ?? 0), 0);
  const [regular] = own.filter((line) => line.pay_code === 'REG');
  const overtimeMinutes = sum('OT', (line) => line.minutes);
  return {
    st: sum('REG', (line) => line.minutes) / 60,
    ot: overtimeMinutes / 60,
    dt: sum('DT', (line) => line.minutes) / 60,
    rate: regular ? Number(regular.hourly_rate) : null,
    overtimeRate: overtimeMinutes
      ? (sum('OT', (l) => l.total_cents) * 0.6) / overtimeMinutes
      : null,
    cash: sum('FRINGE_CASH', (line) => line.total_cents) / 100,
    gross: own.reduce((total, line) => total + (line.total_cents ?? 0), 0) / 100,
  };
}
