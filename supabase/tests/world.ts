import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import type { Queryable, Sql } from '../../server/database/sql/sql.ts';
import {
  createTestDatabase,
  provideTemplate,
  TEMPLATE_DATABASE,
} from '../../testing/test-database.ts';

/** An account, and the employee record it is linked to if any. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly employeeId: string;
  readonly companyId: string;
}

export interface Company {
  readonly id: string;
  readonly owner: Person;
  readonly manager: Person;
  readonly foreman: Person;
  readonly employee: Person;
  readonly colleague: Person;
  readonly deactivated: Person;
  readonly project: string;
  readonly costCode: string;
}

export type Tx = Queryable;

/** Who calls: a person, with further claims and another role of the database than theirs where a token does. */
export type Who =
  | (Pick<Person, 'userId'> & {
      readonly claims?: Readonly<Record<string, unknown>>;
      readonly role?: 'api_token';
    })
  | 'anon'
  | 'service_role';

/** Runs the story in one transaction as this account would through the API; commits at the end. */
export async function as<T>(
  sql: Sql,
  person: Who,
  story: (tx: Tx) => Promise<T>,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const claims =
    typeof person === 'string'
      ? { role: person }
      : { role: 'authenticated', sub: person.userId || undefined, ...person.claims };
  const role = typeof person === 'string' ? person : (person.role ?? claims.role);
  const result = await sql.begin(async (tx) => {
    await tx`select set_config('role', ${role}, true),
      set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('request.headers', ${JSON.stringify(headers)}, true)`;
    return story(tx as Tx);
  });
  return result as T;
}

/** A confirmed account that belongs to no company. */
export async function signUp(sql: Sql, email = `${randomUUID()}@example.com`): Promise<Person> {
  const userId = randomUUID();
  await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, aud, role)
    values (${userId}, ${email}, now(), ${sql.json({ first_name: 'Sam', last_name: 'Reed' })},
      'authenticated', 'authenticated')`;
  return { userId, email, employeeId: '', companyId: '' };
}

/** Invites an address as the inviter and lets its account confirm. */
export async function hire(sql: Sql, inviter: Person, role: string, rate = 25): Promise<Person> {
  const email = `${role}-${randomUUID()}@example.com`;
  const [employee] = await as(
    sql,
    inviter,
    (tx) => tx`select * from invite_employee(${email}, ${role}, 'Example', ${role}, ${rate})`,
  );
  const account = await signUp(sql, email);
  return { ...account, employeeId: employee?.['id'], companyId: employee?.['company_id'] };
}

/** The same account in a second company. */
export async function hireAlso(
  sql: Sql,
  inviter: Person,
  person: Person,
  role: string,
): Promise<Person> {
  const [employee] = await as(
    sql,
    inviter,
    (tx) => tx`select * from invite_employee(${person.email}, ${role}, 'Example', ${role}, 30)`,
  );
  const [open] =
    await sql`select id from employee_invitations where employee_id = ${employee?.['id']}`;
  await as(sql, person, (tx) => tx`select accept_invitation(${open?.['id']})`);
  return { ...person, employeeId: employee?.['id'], companyId: employee?.['company_id'] };
}

/** The person with a token for that company. */
export function inCompany<P extends Person>(person: P, companyId: string) {
  return { ...person, claims: { company_id: companyId } };
}

/** A company with one person of every kind, a project open to all and a cost code. */
export async function makeCompany(sql: Sql, name = 'Test Builders'): Promise<Company> {
  const founder = await signUp(sql);
  const [record] = await as(
    sql,
    founder,
    (tx) => tx`select * from create_company(${name}, 'America/New_York')`,
  );
  const owner: Person = {
    ...founder,
    employeeId: record?.['id'],
    companyId: record?.['company_id'],
  };
  const manager = await hire(sql, owner, 'manager');
  const foreman = await hire(sql, owner, 'foreman');
  const employee = await hire(sql, owner, 'employee');
  const colleague = await hire(sql, owner, 'employee');
  const deactivated = await hire(sql, owner, 'employee');
  await as(sql, owner, (tx) => tx`select deactivate_employee(${deactivated.employeeId})`);
  const { project, costCode } = await as(sql, owner, async (tx) => {
    const [p] = await tx`insert into projects (name) values ('Harbor Point') returning id`;
    const [c] =
      await tx`insert into cost_codes (code, name) values ('06 10 00', 'Rough carpentry') returning id`;
    return { project: p?.['id'] as string, costCode: c?.['id'] as string };
  });
  return {
    id: owner.companyId,
    owner,
    manager,
    foreman,
    employee,
    colleague,
    deactivated,
    project,
    costCode,
  };
}

/** An instant a number of hours ago. */
export function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000);
}

/** Adds a completed entry as the person. */
export async function addTime(
  sql: Sql,
  person: Person,
  from: Date,
  to: Date | null,
  fields: { project_id?: string | null; cost_code_id?: string | null; notes?: string } = {},
): Promise<string> {
  const [row] = await as(
    sql,
    person,
    (tx) =>
      tx`insert into time_entries ${tx({ employee_id: person.employeeId, clock_in: from, clock_out: to, ...fields } as never)} returning id`,
  );
  return row?.['id'];
}

type DatabaseOptions = NonNullable<Parameters<typeof createTestDatabase>[0]>;

/** A database of the test file's own, dropped after its last test. */
export async function openDatabase(options?: DatabaseOptions) {
  const db = await createTestDatabase(options);
  afterAll(() => db.drop());
  return db;
}

/** The same with a company in it. */
export async function openCompany(options: DatabaseOptions = {}) {
  return open(options, ...(await provideCompany()));
}

/** The same with strangers beside it. */
export async function openCompanies(options: DatabaseOptions = {}) {
  const [template, us] = await provideCompany();
  const both = `${template}_beside_others`;
  const them = await provideTemplate(both, template, (sql) => makeCompany(sql, 'Others'));
  return { ...(await open(options, both, us)), them };
}

/** Made once in a run: each copy has the same company and people, with the same ids. */
async function provideCompany(): Promise<[template: string, us: Company]> {
  const name = 'template_company';
  return [name, await provideTemplate(name, TEMPLATE_DATABASE, (sql) => makeCompany(sql))];
}

async function open(options: DatabaseOptions, template: string, us: Company) {
  const db = await openDatabase({ ...options, template });
  const act = <T>(who: Who, story: (tx: Tx) => Promise<T>, headers = {}): Promise<T> =>
    as(db.sql, who, story, headers);
  return { db, us, act };
}
