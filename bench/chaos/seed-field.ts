import { randomUUID } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';
import { asCaller } from './as-caller.ts';
import type { FieldCrew } from './field-work.ts';
import type { HeadersFor } from './lines.ts';
import type { AccessCrew } from './revocations.ts';

const [FIRST_LEAVER, LAST_LEAVER] = [70, 79];
const text = (en: string) => ({ en, es: en });
/** One question, whose failure becomes an item to verify. */
const CHECK = {
  sections: [
    {
      id: 'cab',
      title: text('Cab'),
      questions: [{ id: 'belt', kind: 'check', label: text('Belt'), required: true }],
    },
  ],
};

/** In the first generated company: a form to fill, and who works in the field, leaves and comes back. */
export async function seedField(sql: Sql, headersFor: HeadersFor): Promise<FieldCrew & AccessCrew> {
  const [ids] = await sql<{ projectId: string; users: Record<string, string> }[]>`
    select private.generate_id('project 1 8') as "projectId", (
      select jsonb_object_agg(name, private.generate_id('user 1 ' || n))
      from (values ('owner', 1), ('manager', 2), ('foreman', 3), ('worker', 62), ('signer', 63)) p (name, n)) as users`;
  if (!ids) throw new Error('nothing was generated');
  const { projectId, users } = ids;
  const as = (name: string) => headersFor(users[name] ?? '');
  const owner = await as('owner');
  const { authorization: _, ...visitor } = owner;
  return {
    ...{ projectId, owner, visitor, leavers: await leaversOf(sql, headersFor) },
    formVersionId: await addForm(sql, users['manager'] ?? ''),
    manager: await as('manager'),
    foreman: await as('foreman'),
    worker: await as('worker'),
    signer: await as('signer'),
  };
}

async function addForm(sql: Sql, managerId: string): Promise<string> {
  const id = randomUUID();
  const form = { id, name: 'Machine check', category: 'equipment_check', definition: CHECK };
  const [version] = await asCaller(sql, managerId, async (tx) => {
    await tx`select public.add_forms(${tx.json([form])})`;
    await tx`insert into public.form_assignments (form_id, every) values (${id}, 'any_time')`;
    return tx<{ id: string }[]>`select id from public.form_versions where form_id = ${id}`;
  });
  return version?.id ?? '';
}

async function leaversOf(sql: Sql, headersFor: HeadersFor): Promise<AccessCrew['leavers']> {
  const people = await sql<{ userId: string; employeeId: string }[]>`
    select private.generate_id('user 1 ' || n) as "userId",
      private.generate_id('employee 1 ' || n) as "employeeId"
    from generate_series(${FIRST_LEAVER}::integer, ${LAST_LEAVER}::integer) as n`;
  return Promise.all(
    people.map(async ({ userId, employeeId }) => ({
      employeeId,
      headers: await headersFor(userId),
    })),
  );
}
