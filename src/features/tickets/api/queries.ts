import { queryOptions } from '@tanstack/react-query';
import type { TicketRecord } from '@/features/tickets/files/ticket-record';
import type { Status, Ticket, TicketLine } from '@/features/tickets/ticket';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

/** A line of the list. */
export interface ListedTicket {
  id: string;
  project_id: string;
  project_name: string;
  number: number | null;
  revision: number;
  /** The revision that was begun of it, if any. */
  revision_id: string | null;
  work_date: IsoDate;
  description: string;
  directed_by: string;
  status: Status;
  people: number;
  hours: number;
  /** Where an open link was mailed to. */
  link_sent_to: string | null;
  is_changed: boolean;
  is_superseded: boolean;
  written_by: string;
}

export const ticketListQuery = (companyId: string) =>
  rowsQuery<ListedTicket[]>([queryKeys.tickets, 'list', companyId], () =>
    supabase().rpc('ticket_list', {}),
  );

type LineRow = Row<'ticket_lines'>;

const lineOf = (row: LineRow): TicketLine => ({
  id: row.id,
  kind: row.kind as TicketLine['kind'],
  time_entry_id: row.time_entry_id,
  employee_id: row.employee_id,
  equipment_id: row.equipment_id,
  photo_id: row.photo_id,
  description: row.description,
  hours_kind: row.hours_kind as TicketLine['hours_kind'],
  quantity: Number(row.quantity),
  unit: row.unit,
});

const FIELDS = [
  'project_id',
  'work_date',
  'description',
  'location',
  'reference',
  'directed_by',
  'directed_title',
  'directed_company',
  'directed_phone',
  'directed_email',
  'photo_ids',
  'custom',
] as const;

type TicketRow = Row<'extra_work_tickets'>;

function ticketOf(row: TicketRow, lines: readonly LineRow[]): Ticket {
  const fields = Object.fromEntries(FIELDS.map((field) => [field, row[field]]));
  return {
    ...(row as unknown as Ticket),
    fields: {
      ...(fields as unknown as Ticket['fields']),
      lines: lines.map(lineOf),
    },
  };
}

/** Null: the server does not know it (yet). */
export const ticketQuery = (companyId: string, id: string) =>
  queryOptions({
    queryKey: [queryKeys.tickets, 'one', companyId, id],
    queryFn: async ({ signal }): Promise<Ticket | null> => {
      const [ticket, lines] = await Promise.all([
        supabase()
          .from('extra_work_tickets')
          .select()
          .eq('company_id', companyId)
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle(),
        supabase()
          .from('ticket_lines')
          .select()
          .eq('company_id', companyId)
          .eq('ticket_id', id)
          .order('position')
          .abortSignal(signal),
      ]);
      const row = unwrap(ticket);
      return row ? ticketOf(row, unwrap(lines)) : null;
    },
  });

export interface WorkedPerson {
  time_entry_id: string;
  employee_id: string;
  name: string;
  trade: string;
  clock_in: string;
  clock_out: string | null;
  /** Left of it: without what other tickets have. */
  seconds: number;
  worked_seconds: number;
}

export interface WorkedMachine {
  equipment_id: string;
  time_entry_id: string | null;
  name: string;
  operator: string | null;
  seconds: number;
  worked_seconds: number;
}

export interface DayWork {
  people: WorkedPerson[];
  machines: WorkedMachine[];
  photos: { id: string; path: string; taken_at: string }[];
}

/** What the day's time has to tick; the server leaves out what other tickets have. */
export const dayWorkQuery = (projectId: string, date: IsoDate, ticketId: string | null = null) =>
  rowsQuery<DayWork>([queryKeys.tickets, 'work', projectId, date, ticketId], () =>
    supabase().rpc('ticket_work', {
      project_id_param: projectId,
      work_date_param: date,
      ...(ticketId ? { ticket_id_param: ticketId } : {}),
    }),
  );

export interface TimeChange {
  line_id: string;
  description: string;
  reason: 'deleted' | 'moved' | 'changed' | 'less';
  ticket_hours: number;
  recorded_hours: number | null;
}

export const ticketChangesQuery = (id: string) =>
  rowsQuery<TimeChange[]>([queryKeys.tickets, 'changes', id], () =>
    supabase().rpc('ticket_changes', { id_param: id }),
  );

export const ticketCopiesQuery = (companyId: string, id: string) =>
  rowsQuery([queryKeys.tickets, 'copies', companyId, id], () =>
    supabase()
      .from('ticket_copies')
      .select('id, recipient, address, created_at')
      .eq('company_id', companyId)
      .eq('ticket_id', id)
      .order('created_at'),
  );

export interface Contact {
  directed_by: string;
  directed_title: string;
  directed_company: string;
  directed_phone: string;
  directed_email: string | null;
}

/** Who directed work on this project before, newest first. */
export const contactsQuery = (companyId: string, projectId: string) =>
  queryOptions({
    queryKey: [queryKeys.tickets, 'contacts', companyId, projectId],
    queryFn: async ({ signal }): Promise<Contact[]> => {
      const rows = unwrap(
        await supabase()
          .from('extra_work_tickets')
          .select('directed_by, directed_title, directed_company, directed_phone, directed_email')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .neq('directed_by', '')
          .order('created_at', { ascending: false })
          .limit(50)
          .abortSignal(signal),
      );
      // Of one person the newest.
      const byName = rows.toReversed().map((row) => [row.directed_by.toLowerCase(), row] as const);
      return [...new Map(byName).values()].toReversed();
    },
  });

/** Where the files of photos are, and which have arrived. */
export const ticketPhotosQuery = (companyId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: [queryKeys.tickets, 'photos', companyId, ...ids],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('photos')
          .select('id, path, taken_at, uploaded_at')
          .eq('company_id', companyId)
          .in('id', [...ids])
          .abortSignal(signal),
      ),
    enabled: ids.length > 0,
  });

/** What the field copy is made from. */
export const readTicketRecord = async (id: string): Promise<TicketRecord> =>
  unwrap(await supabase().rpc('ticket_record', { id_param: id })) as unknown as TicketRecord;
