import { randomUUID } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';
import { as, type Company, hire, type Person } from './world.ts';

export type Account = Pick<Person, 'userId'>;

/** An account as `signInAnonymously()` makes it. */
export async function tablet(sql: Sql): Promise<Account> {
  const userId = randomUUID();
  await sql`insert into auth.users (id, aud, role, is_anonymous, raw_user_meta_data)
    values (${userId}, 'authenticated', 'authenticated', true, '{}')`;
  return { userId };
}

export async function pairingCode(sql: Sql, { manager, project }: Company): Promise<string> {
  const [row] = await as(
    sql,
    manager,
    (tx) => tx`select create_kiosk('Trailer', ${project}) as code`,
  );
  return row?.['code'];
}

export async function pairedTablet(sql: Sql, company: Company): Promise<Account> {
  const kiosk = await tablet(sql);
  const code = await pairingCode(sql, company);
  await as(sql, kiosk, (tx) => tx`select pair_kiosk(${code})`);
  return kiosk;
}

export async function workerWithPin(sql: Sql, company: Company, pin = '4711'): Promise<Person> {
  const person = await hire(sql, company.owner, 'employee');
  await as(sql, company.manager, (tx) => tx`select set_employee_pin(${person.employeeId}, ${pin})`);
  return person;
}
