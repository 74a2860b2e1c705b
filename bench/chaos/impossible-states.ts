import { webcrypto } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';

/** Each lists what must not be there, whatever was killed. */
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  'answered ticket of which not everyone was notified once': `
    select t.id from public.extra_work_tickets t where t.status in ('signed', 'refused') and (
      select count(*) from public.notifications n where n.company_id = t.company_id and n.event = 'ticket_signed'
        and n.data ->> 'ticket_id' = t.id::text) <> (
      select count(*) from public.employees e where e.company_id = t.company_id and e.active and e.role in ('owner', 'manager'))`,
  'ticket whose customer has not one copy': `
    select t.id from public.extra_work_tickets t where t.signed_through = 'link' and (
      select count(*) from public.ticket_copies c where c.company_id = t.company_id and c.ticket_id = t.id and c.recipient = 'customer') <> 1`,
  'number that two tickets of a project have': `
    select project_id || ' ' || number as id from public.extra_work_tickets group by company_id, project_id, number, revision having count(*) > 1`,
  'approved expense without its one item of pay': `
    select e.id from public.expenses e where e.status = 'approved' and (
      select count(*) from public.pay_items p where p.company_id = e.company_id and p.expense_id = e.id) <> 1`,
  'decided expense whose person was not notified once': `
    select e.id from public.expenses e where e.status in ('approved', 'declined') and (
      select count(*) from private.notification_occasions o where o.company_id = e.company_id and o.employee_id = e.employee_id
        and o.event = 'expense_decided' and o.occasion = 'expense ' || e.id) <> 1`,
  'failed answer of a form without its one item to verify': `
    select s.id from public.form_submissions s where (
      select count(*) from public.verifications v where v.company_id = s.company_id and v.kind = 'failed_form_answer'
        and v.detail ->> 'submission_id' = s.id::text) <> s.failed`,
  'signature that was stored twice': `
    select min(id::text) as id from public.timesheet_signatures where device_signature is not null
    group by company_id, device_signature having count(*) > 1`,
  'timesheet with two current signatures': `
    select employee_id || ' ' || start_date as id from public.timesheet_signatures where invalidated_at is null
    group by company_id, employee_id, start_date, end_date having count(*) > 1`,
  'history that differs from its signed ends': `
    select c.id || ' ' || private.ledger_problem(c.id) as id from public.companies c where private.ledger_problem(c.id) is not null`,
  'signature of the installation that does not fit': `
    select id from private.signatures where holds is false`,
  'notification that one device has twice in its queue': `
    select notification_id as id from private.notification_dispatches
    group by company_id, notification_id, channel, subscription_id having count(*) > 1`,
  'notification that is listed as sent though nothing left': `
    select s.notification_id as id from public.notifications_sent s where s.channel = 'push' and s.status = 'sent' and not exists (
      select from private.notification_dispatches d join push.outbox o on o.id = d.outbox_id
      where d.company_id = s.company_id and d.notification_id = s.notification_id and o.outcome = 'sent')`,
};

export async function impossibleStates(sql: Sql): Promise<string[]> {
  const found: string[] = [];
  for (const [name, query] of Object.entries(IMPOSSIBLE)) {
    const rows = await sql.unsafe<{ id: string }[]>(query);
    found.push(...rows.map(({ id }) => `${name}: ${id}`));
  }
  return [...found, ...(await wrongDeviceSignatures(sql))];
}

interface Signed {
  readonly id: string;
  readonly text: string;
  readonly key: webcrypto.JsonWebKey;
  readonly signature: string;
}

async function wrongDeviceSignatures(sql: Sql): Promise<string[]> {
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const wrong: string[] = [];
  for (const { id, text, key, signature } of await sql<Signed[]>`
    select id, signed_text as text, device_key as key, device_signature as signature
    from public.timesheet_signatures where device_signature is not null`) {
    const publicKey = await webcrypto.subtle.importKey('jwk', key, ecdsa, false, ['verify']);
    const bytes = Buffer.from(signature, 'base64');
    const isRight = await webcrypto.subtle.verify(ecdsa, publicKey, bytes, Buffer.from(text));
    if (!isRight) wrong.push(`the signature of timesheet ${id} does not fit`);
  }
  return wrong;
}
