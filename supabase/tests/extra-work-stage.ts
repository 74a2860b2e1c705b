import { randomUUID } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';
import type { Company } from './world.ts';

export interface Line {
  kind: 'labor' | 'equipment' | 'material' | 'other';
  quantity: number;
  description?: string;
  employee?: string;
  trade?: string;
  classification?: string;
  machine?: string;
  hours?: 'regular' | 'overtime' | 'double';
  entry?: string;
  unit?: string;
}

/** A ticket that the customer signed, with these lines; written as the database's owner. */
export async function signedTicket(
  sql: Sql,
  us: Company,
  lines: readonly Line[],
  {
    day = '2026-03-02',
    project = us.project,
    sign = true,
  }: { day?: string; project?: string; sign?: boolean } = {},
): Promise<{ id: string; lines: string[] }> {
  const id = randomUUID();
  await sql`insert into extra_work_tickets (company_id, id, employee_id, project_id, number, work_date, description, directed_by, created_by)
    select ${us.id}, ${id}, ${us.foreman.employeeId}, ${project}, coalesce(max(number), 0) + 1, ${day}, 'Move the wall', 'Gail Contractor', ${us.foreman.userId}
    from extra_work_tickets where company_id = ${us.id} and project_id = ${project}`;
  const ids: string[] = [];
  for (const [position, line] of lines.entries()) {
    const [row] =
      await sql`insert into ticket_lines (company_id, ticket_id, position, kind, time_entry_id, employee_id,
        classification_id, equipment_id, description, trade, hours_kind, quantity, unit)
      values (${us.id}, ${id}, ${position}, ${line.kind}, ${line.entry ?? null}, ${line.employee ?? null}, ${line.classification ?? null},
        ${line.machine ?? null}, ${line.description ?? line.kind}, ${line.trade ?? ''}, ${line.hours ?? 'regular'}, ${line.quantity},
        ${line.unit ?? (line.kind === 'material' ? 'ea' : 'h')}) returning id`;
    ids.push(row?.['id']);
  }
  if (sign) await signTicket(sql, id);
  return { id, lines: ids };
}

export const signTicket = (sql: Sql, id: string) =>
  sql`update extra_work_tickets set status = 'signed', signed_name = 'Gail Contractor', signed_at = now(), signature_id = ${randomUUID()},
    signed_through = 'phone', language = 'en', content = '{}', sha256 = ${'0'.repeat(64)} where id = ${id}`;
