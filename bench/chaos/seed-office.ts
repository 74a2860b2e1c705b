import { randomUUID } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';
import { asCaller } from './as-caller.ts';
import type { HeadersFor } from './lines.ts';
import { type Desk, PIN } from './office.ts';

/** In the first generated company: a manager, a phone without a signal, a paired kiosk, a budget. */
export async function seedOffice(sql: Sql, headersFor: HeadersFor): Promise<Desk> {
  const [ids] = await sql<(Omit<Desk, 'budgetId'> & { managerId: string; offlineUser: string })[]>`
    select private.generate_id('company 1') as "companyId",
      private.generate_id('project 1 7') as "projectId", private.generate_id('code 1 1') as "costCodeId",
      private.generate_id('user 1 2') as "managerId", private.generate_id('user 1 60') as "offlineUser",
      private.generate_id('employee 1 60') as "offlineId",
      private.generate_id('employee 1 61') as "kioskEmployeeId"`;
  if (!ids) throw new Error('nothing was generated');
  const kioskUser = randomUUID();
  await sql`
    insert into auth.users (id, aud, role, is_anonymous, raw_user_meta_data)
    values (${kioskUser}, 'authenticated', 'authenticated', true, '{}')`;
  const [made] = await asCaller(sql, ids.managerId, async (tx) => {
    await tx`select public.set_employee_pin(${ids.kioskEmployeeId}, ${PIN})`;
    return tx<{ code: string; budgetId: string }[]>`
      select public.create_kiosk('Trailer', ${ids.projectId}) as code,
        (public.save_budget(${ids.projectId}, 'hours 0', '[]')).id as "budgetId"`;
  });
  await asCaller(sql, kioskUser, (tx) => tx`select public.pair_kiosk(${made?.code ?? ''})`);
  return {
    ...ids,
    budgetId: made?.budgetId ?? '',
    manager: await headersFor(ids.managerId),
    offline: await headersFor(ids.offlineUser),
    kiosk: await headersFor(kioskUser),
  };
}
