import type { Sql } from '../../server/database/sql/sql.ts';
import { as, type Company, type Person } from './world.ts';

export interface Taken {
  readonly activity_id: string;
  readonly action: 'create' | 'update' | 'delete';
  readonly request_id: string;
  readonly external_id: string | null;
  readonly sync_token: string | null;
  readonly attempt: number;
  readonly content: Content | null;
  readonly sent_content: Content | null;
  readonly may_exist: boolean;
  readonly unanswered: boolean;
}
export interface Reference {
  readonly kind: string;
  readonly external_id: string;
  readonly name: string;
}
export interface Content {
  readonly work_date: string;
  readonly person: Reference;
  readonly customer: Reference | null;
  readonly project: Reference | null;
  readonly item: Reference | null;
  readonly class: Reference | null;
  readonly payroll_item: Reference | null;
  readonly department: Reference | null;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly billable: boolean;
  readonly description: string;
}

/** A connected system with lists that were read, as the server would see it. */
export class AccountingStage {
  connection = '';
  lease = '';
  readonly records = new Map<string, string>();
  readonly sql: Sql;
  readonly us: Company;
  constructor(sql: Sql, us: Company) {
    this.sql = sql;
    this.us = us;
  }

  act<T>(who: Person | 'anon', story: Parameters<typeof as<T>>[2]): Promise<T> {
    return as(this.sql, who, story);
  }

  async connect(system = 'quickbooks_online', from = '2026-10-01', settings: object = {}) {
    const [made] = await this.act(
      this.us.owner,
      (tx) =>
        tx`select * from create_accounting_connection(${system}, 'sandbox', 'client', ${from}, ${tx.json(settings as never)})`,
    );
    this.connection = made?.['id'];
    await this.tell({
      state: 'connected',
      company_name: 'Sandbox Builders',
      external_company_id: '9130',
    });
    await this.sql`select private.accounting_swap_secret(${this.connection}, null, 'sealed-1')`;
    await this.due();
    return this;
  }

  /** The connections given out now; takes the lease of ours. */
  async due(): Promise<number> {
    const [row] = await this.sql`select private.accounting_due() as due`;
    const due: { connection_id: string; lease: string }[] = row?.['due'] ?? [];
    const ours = due.filter(({ connection_id }) => connection_id === this.connection);
    if (ours[0]) this.lease = ours[0].lease;
    return ours.length;
  }

  /** What the server learned, with the lease it has or without. */
  tell(facts: object, lease: string | null = null) {
    return this
      .sql`select private.accounting_note_connection(${this.connection}, ${lease}, ${this.sql.json(facts as never)})`;
  }

  async read(kind: string, names: readonly string[], complete = true) {
    await this
      .sql`select private.accounting_note_records(${this.connection}, ${this.lease}, ${kind},
      ${this.sql.json(names.map((name) => ({ external_id: `${kind}-${name}`, name })))}, ${complete})`;
    for (const row of await this
      .sql`select id, name from accounting_records where connection_id = ${this.connection} and kind = ${kind}`)
      this.records.set(row['name'], row['id']);
  }

  map(mappings: readonly object[], who: Person | 'anon' = this.us.manager) {
    return this.act(
      who,
      (tx) =>
        tx`select set_accounting_mapping(${this.connection}, ${tx.json(mappings as never)}) as changed`,
    );
  }

  /** Everybody, the project and the cost code of the company matched. */
  async mapAll() {
    await this.read('employee', ['Emp', 'Col']);
    await this.read('customer', ['Harbor']);
    await this.read('item', ['Carpentry']);
    await this.map([
      {
        target: 'person',
        employee_id: this.us.employee.employeeId,
        record_id: this.records.get('Emp'),
      },
      {
        target: 'person',
        employee_id: this.us.colleague.employeeId,
        record_id: this.records.get('Col'),
      },
      { target: 'customer', project_id: this.us.project, record_id: this.records.get('Harbor') },
      { target: 'item', cost_code_id: this.us.costCode, record_id: this.records.get('Carpentry') },
    ]);
    return this;
  }

  async work(
    from: string,
    to: string | null,
    fields: object = { project_id: this.us.project, cost_code_id: this.us.costCode },
    who: Person = this.us.employee,
  ): Promise<string> {
    const [row] = await this.act(
      this.us.manager,
      (tx) =>
        tx`insert into time_entries ${tx({
          employee_id: who.employeeId,
          clock_in: new Date(from),
          clock_out: to && new Date(to),
          ...fields,
        } as never)} returning id`,
    );
    return row?.['id'];
  }

  approve(first: string, last = first, who: Person = this.us.employee) {
    return this.act(
      this.us.owner,
      (tx) => tx`select approve_time(${who.employeeId}, ${first}, ${last})`,
    );
  }

  unapprove(first: string, last = first, who: Person = this.us.employee) {
    return this.act(
      this.us.owner,
      (tx) => tx`select unapprove_time(${who.employeeId}, ${first}, ${last})`,
    );
  }

  async take(limit = 100): Promise<Taken[]> {
    const [row] = await this
      .sql`select private.accounting_take(${this.connection}, ${this.lease}, ${limit}) as taken`;
    return row?.['taken'];
  }

  async note(taken: Taken, outcome: object): Promise<string> {
    const [row] = await this.sql`select private.accounting_note(${this.connection}, ${this.lease},
      ${taken.activity_id}, ${taken.request_id}, ${this.sql.json(outcome as never)}) as state`;
    return row?.['state'];
  }

  /** Takes and notes everything as sent; what was taken. */
  async sendAll(): Promise<Taken[]> {
    const taken = await this.take();
    for (const one of taken)
      await this.note(
        one,
        one.action === 'delete'
          ? { kind: 'deleted' }
          : {
              kind: 'sent',
              external_id: one.external_id ?? `x-${one.request_id}`,
              sync_token: String(Number(one.sync_token ?? -1) + 1),
            },
      );
    return taken;
  }

  async compute() {
    await this.sql`select private.compute_accounting(${this.us.id}, ${this.connection})`;
  }

  async activities() {
    await this.compute();
    return this
      .sql`select * from accounting_activities where connection_id = ${this.connection} order by work_date, id`;
  }

  async days() {
    await this.compute();
    return this
      .sql`select work_date::text, employee_id, seconds, state, problems from accounting_days where connection_id = ${this.connection} order by work_date, employee_id`;
  }
}
