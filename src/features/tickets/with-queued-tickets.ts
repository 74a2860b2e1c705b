import type { OfflineEvent } from '@/entities/offline/offline-event';
import type { Ticket, TicketFields } from '@/features/tickets/ticket';

interface Arguments {
  id_param: string;
  ticket_param?: Partial<TicketFields>;
  name_param?: string;
  title_param?: string;
  reason_param?: string;
  details_param?: {
    at?: string;
    shown_at?: string;
    signature_path?: string;
    witness?: string;
    ticket?: TicketFields;
  };
}

const EMPTY: Omit<Ticket, 'id' | 'created_at'> = {
  status: 'draft',
  number: null,
  revision: 0,
  revises_id: null,
  signed_name: null,
  signed_title: null,
  signed_at: null,
  signed_through: null,
  signature_path: null,
  refused_name: null,
  refused_title: null,
  refused_at: null,
  refusal_reason: null,
  witness_name: null,
  witness_at: null,
  shown_at: null,
  fields: {
    project_id: '',
    work_date: '',
    description: '',
    location: '',
    reference: '',
    directed_by: '',
    directed_title: '',
    directed_company: '',
    directed_phone: '',
    directed_email: null,
    photo_ids: [],
    lines: [],
  },
};

const argumentsOf = ({ payload }: OfflineEvent): Arguments => payload.args as Arguments;

const changed = (ticket: Ticket, event: OfflineEvent): Ticket | null =>
  afterCall(ticket, event.payload.rpc, argumentsOf(event), event.happened_at);

/** A ticket after one call about it, as the server will have it. */
export function afterCall(
  ticket: Ticket,
  rpc: unknown,
  args: Partial<Arguments>,
  happenedAt: string,
): Ticket | null {
  const details = args.details_param ?? {};
  const at = details.at ?? happenedAt;
  const shown = {
    ...ticket,
    fields: { ...ticket.fields, ...args.ticket_param, ...details.ticket },
    shown_at: details.shown_at ?? ticket.shown_at,
  };
  if (rpc === 'discard_ticket') return null;
  if (rpc === 'sign_ticket') {
    return {
      ...shown,
      status: 'signed',
      signed_name: args.name_param ?? null,
      signed_title: args.title_param ?? null,
      signed_at: at,
      signed_through: 'phone',
      signature_path: details.signature_path ?? null,
    };
  }
  if (rpc === 'refuse_ticket') {
    return {
      ...shown,
      status: 'refused',
      refused_name: args.name_param ?? null,
      refused_title: args.title_param ?? null,
      refused_at: at,
      refusal_reason: args.reason_param ?? null,
      witness_name: details.witness ?? null,
      witness_at: details.witness ? at : null,
    };
  }
  return shown;
}

const isTicketCall = ({ kind, problem }: OfflineEvent): boolean => kind === 'ticket' && !problem;

/** A ticket as it stands on this phone: what the server said, and what it has not heard yet. */
export function withQueuedTicket(
  id: string,
  stored: Ticket | null,
  events: readonly OfflineEvent[],
): Ticket | null {
  return events
    .filter((event) => isTicketCall(event) && argumentsOf(event).id_param === id)
    .reduce<Ticket | null>((ticket, event) => {
      const before = ticket ?? { ...EMPTY, id, created_at: event.happened_at };
      return changed(before, event);
    }, stored);
}

/** Tickets that were begun on this phone and are not known to the server. */
export function newQueuedTickets(
  known: ReadonlySet<string>,
  events: readonly OfflineEvent[],
): Ticket[] {
  const ids = new Set(events.filter(isTicketCall).map((event) => argumentsOf(event).id_param));
  return [...ids]
    .filter((id) => !known.has(id))
    .flatMap((id) => withQueuedTicket(id, null, events) ?? [])
    .filter(({ fields }) => fields.project_id !== '');
}
