import type { Queryable } from '../database/sql/sql.ts';

export const DEMO_PASSWORD = 'chalkline-demo';
export const DEMO_ADDRESSES = ['owner', 'manager', 'employee'].map((role) => `${role}@example.com`);

/**
 * The passwords of the demo accounts stand in the README, so a database that was tried out and is now
 * run for real (DEMO off) must not let them in. Says whether there are any, open or closed.
 */
export async function openOrCloseDemoAccounts(sql: Queryable, open: boolean): Promise<boolean> {
  const accounts = await sql<{ id: string; closed: boolean }[]>`
    select id, coalesce(banned_until > now(), false) as closed
      from auth.users
     where id = any (
       select overlay(overlay(md5('chalkline demo ' || address) placing '4' from 13)
                placing 'a' from 17)::uuid
         from unnest(${DEMO_ADDRESSES}::text[]) as address)`;
  const wrong = accounts.filter(({ closed }) => closed === open).map(({ id }) => id);
  if (wrong.length > 0) {
    await sql`
      update auth.users
         set banned_until = case when ${open} then null else now() + interval '100 years' end
       where id = any (${wrong}::uuid[])`;
    if (!open) await sql`delete from auth.sessions where user_id = any (${wrong}::uuid[])`;
  }
  return accounts.length > 0;
}
