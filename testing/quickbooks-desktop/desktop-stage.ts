import type { Sql } from '../../server/database/sql/sql.ts';
import { as, type Company, type Person } from '../../supabase/tests/world.ts';
import { FakeQuickBooks } from './fake-quickbooks.ts';
import { runUpdate, type Update, type UpdateResult } from './fake-web-connector.ts';

const HOURS = ['REG', 'OT', 'DT'];

/** A company whose approved time goes to a QuickBooks Desktop of its own. */
export class DesktopStage {
  readonly quickBooks = new FakeQuickBooks();
  connectionId = '';
  userName = '';
  password = '';
  /** What the `.qwc` file marks a company file with. */
  fileId = '';

  readonly sql: Sql;
  readonly us: Company;
  /** Of the server that is asked now. */
  url: string;

  constructor(sql: Sql, us: Company, url: string) {
    this.sql = sql;
    this.us = us;
    this.url = url;
  }

  get people(): readonly Person[] {
    return [this.us.employee, this.us.colleague];
  }

  /** Set up, its lists read by a first update, and everything matched. */
  async connect(firstDay = '2026-01-01'): Promise<this> {
    const { sql, us, quickBooks } = this;
    const [made] = await as(
      sql,
      us.owner,
      (tx) =>
        tx`select id from create_accounting_connection('quickbooks_desktop', send_from_param => ${firstDay})`,
    );
    this.connectionId = made?.['id'];
    await this.renewPassword();
    quickBooks.list(
      'Employee',
      this.people.map(({ email }, index) => ({ id: `E${index}`, name: email, email })),
    );
    quickBooks.list('Vendor', []);
    quickBooks.list('OtherName', []);
    quickBooks.list('Customer', [{ id: 'C1', name: 'Harbor:Pier 4', parent: 'C0' }]);
    quickBooks.list('ItemService', [{ id: 'I1', name: 'Carpentry' }]);
    quickBooks.list(
      'PayrollItemWage',
      HOURS.map((name) => ({ id: `P-${name}`, name })),
    );
    await this.update();
    await this.match();
    return this;
  }

  async renewPassword(): Promise<void> {
    const [made] = await as(
      this.sql,
      this.us.owner,
      (tx) => tx`select create_desktop_login(${this.connectionId}) as login`,
    );
    const login = made?.['login'] as { user_name: string; password: string; file_id: string };
    this.userName = login.user_name;
    this.password = login.password;
    this.fileId = login.file_id;
  }

  async match(): Promise<void> {
    const { sql, us, connectionId } = this;
    const rows = await sql<{ id: string; external_id: string }[]>`
      select id, external_id from accounting_records where connection_id = ${connectionId}`;
    const idOf = (externalId: string) => rows.find((row) => row.external_id === externalId)?.id;
    const mappings = [
      ...this.people.map(({ employeeId }, index) => ({
        target: 'person',
        employee_id: employeeId,
        record_id: idOf(`E${index}`),
      })),
      { target: 'customer', project_id: us.project, record_id: idOf('C1') },
      { target: 'item', cost_code_id: us.costCode, record_id: idOf('I1') },
      ...HOURS.map((kind) => ({
        target: 'payroll_item',
        hours_kind: kind,
        record_id: idOf(`P-${kind}`),
      })),
    ];
    await as(
      sql,
      us.owner,
      (tx) => tx`select set_accounting_mapping(${connectionId}, ${tx.json(mappings as never)})`,
    );
  }

  /** Approved days of so many hours, from this one on. */
  async work(
    first: string,
    days: number,
    hours = 8,
    who: Person = this.us.employee,
  ): Promise<void> {
    const { sql, us } = this;
    await sql`insert into time_entries (company_id, employee_id, project_id, cost_code_id, clock_in, clock_out)
      select ${us.id}, ${who.employeeId}, ${us.project}, ${us.costCode}, start, start + make_interval(hours => ${hours})
      from generate_series(0, ${days - 1}) n, lateral (select (${first}::date + n)::timestamp at time zone 'UTC' + interval '14 hours' as start) s`;
    const [range] = await sql`select (${first}::date + ${days - 1}::integer)::text as last`;
    await as(
      sql,
      us.owner,
      (tx) => tx`select approve_time(${who.employeeId}, ${first}, ${range?.['last']})`,
    );
  }

  /** So much less on this day, approved again; nothing left of it: deleted. */
  async change(day: string, minutes: number, who: Person = this.us.employee): Promise<void> {
    const { sql, us } = this;
    await as(sql, us.owner, async (tx) => {
      await tx`select unapprove_time(${who.employeeId}, ${day}, ${day})`;
      await tx`delete from time_entries where employee_id = ${who.employeeId} and work_date = ${day}
        and clock_out - clock_in <= make_interval(mins => ${minutes})`;
      await tx`update time_entries set clock_out = clock_out - make_interval(mins => ${minutes})
        where employee_id = ${who.employeeId} and work_date = ${day}`;
      await tx`select approve_time(${who.employeeId}, ${day}, ${day})`;
    });
  }

  update(options: Partial<Update> = {}): Promise<UpdateResult> {
    const { url, userName, password, quickBooks } = this;
    return runUpdate({ url, userName, password, quickBooks, ...options });
  }

  /** As if whoever was interrupted had stayed away for long enough. */
  async waitForLease(): Promise<void> {
    await this.sql`update private.accounting_leases set leased_until = null
      where connection_id = ${this.connectionId}`;
  }

  async states(): Promise<Record<string, number>> {
    const rows = await this.sql<{ state: string; count: number }[]>`
      select state, count(*)::int as count from accounting_activities
      where connection_id = ${this.connectionId} group by state`;
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  /** `2026-02-03 E0 P-REG PT8H0M`, as we want it there. */
  async ours(): Promise<string[]> {
    const rows = await this.sql<{ line: string }[]>`
      select concat_ws(' ', content ->> 'work_date', content #>> '{person,external_id}', content #>> '{payroll_item,external_id}',
        format('PT%sH%sM', content ->> 'hours', content ->> 'minutes')) as line
      from accounting_activities where connection_id = ${this.connectionId} and content is not null`;
    return rows.map(({ line }) => line).sort();
  }

  theirs(): string[] {
    return [...this.quickBooks.times.values()]
      .map(({ fields }) =>
        ['TxnDate', 'EntityRef', 'PayrollItemWageRef', 'Duration']
          .map((name) => fields.get(name))
          .join(' '),
      )
      .sort();
  }

  async connection(): Promise<Record<string, unknown>> {
    const [row] = await this
      .sql`select * from accounting_connections where id = ${this.connectionId}`;
    return row as Record<string, unknown>;
  }
}
