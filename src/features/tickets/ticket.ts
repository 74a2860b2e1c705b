import type { CustomValues } from '@/entities/custom-field/custom-field';
import type { IsoDate } from '@/lib/format';

export type LineKind = 'labor' | 'equipment' | 'material' | 'other';
export type HoursKind = 'regular' | 'overtime' | 'double';
export type Status =
  | 'draft'
  | 'signed'
  | 'refused'
  | 'priced'
  | 'submitted'
  | 'approved'
  | 'rejected'
  | 'billed';

/** A line as `save_ticket` takes it. */
export interface TicketLine {
  id: string;
  kind: LineKind;
  time_entry_id: string | null;
  employee_id: string | null;
  equipment_id: string | null;
  photo_id: string | null;
  description: string;
  hours_kind: HoursKind;
  quantity: number;
  unit: string;
}

/** What a foreman writes, as `save_ticket` takes it. */
export interface TicketFields {
  project_id: string;
  work_date: IsoDate;
  description: string;
  location: string;
  reference: string;
  directed_by: string;
  directed_title: string;
  directed_company: string;
  directed_phone: string;
  directed_email: string | null;
  photo_ids: string[];
  /** Values of custom fields; missing in what an earlier version stored. */
  custom?: CustomValues;
  lines: TicketLine[];
}

/** The customer's answer and where the ticket is on its way. */
export interface TicketAnswer {
  status: Status;
  number: number | null;
  revision: number;
  revises_id: string | null;
  signed_name: string | null;
  signed_title: string | null;
  signed_at: string | null;
  signed_through: 'phone' | 'link' | null;
  signature_path: string | null;
  refused_name: string | null;
  refused_title: string | null;
  refused_at: string | null;
  refusal_reason: string | null;
  witness_name: string | null;
  witness_at: string | null;
  created_at: string;
  shown_at: string | null;
}

export interface Ticket extends TicketAnswer {
  id: string;
  fields: TicketFields;
}

export const HOURS = 'h';
/** Hours are written with two decimals, which is exact to the minute. */
export const hoursOf = (seconds: number): number => Math.round(seconds / 36) / 100;
export const secondsOf = (hours: number): number => Math.round(hours * 60) * 60;

export const isTime = ({ kind, unit }: Pick<TicketLine, 'kind' | 'unit'>): boolean =>
  unit === HOURS && (kind === 'labor' || kind === 'equipment');

/** 15, and 15 R1 once it was revised; without a number while the server has not heard of it. */
export const ticketNumber = ({ number, revision }: Pick<Ticket, 'number' | 'revision'>): string =>
  number === null ? '' : `${number}${revision > 0 ? ` R${revision}` : ''}`;

/** What is missing before the customer can be asked. */
export function missingOf(fields: TicketFields): ('directed' | 'description' | 'lines')[] {
  return [
    ...(fields.directed_by.trim() === '' ? (['directed'] as const) : []),
    ...(fields.description.trim() === '' ? (['description'] as const) : []),
    ...(fields.lines.length === 0 ? (['lines'] as const) : []),
  ];
}
