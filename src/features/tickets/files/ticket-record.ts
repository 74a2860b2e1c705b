import type { HoursKind, LineKind } from '@/features/tickets/ticket';
import type { IsoDate } from '@/lib/format';
import type { Language } from '@/lib/languages';

/** What was shown to the customer, as the database froze it. */
export interface TicketContent {
  company: string;
  project: string;
  project_number: string | null;
  client: string | null;
  time_zone: string;
  number: number;
  revision: number;
  work_date: IsoDate;
  description: string;
  location: string;
  reference: string;
  directed: { name: string; title: string; company: string; phone: string };
  lines: readonly {
    kind: LineKind;
    description: string;
    trade: string;
    hours_kind: HoursKind;
    started_at: string | null;
    ended_at: string | null;
    quantity: string;
    unit: string;
    photo_id: string | null;
  }[];
  /** With a path: it has arrived. */
  photos: readonly {
    id: string;
    path?: string | null;
    sha256: string | null;
    taken_at: string | null;
  }[];
  written_by: string;
  written_at: string;
}

/** As `ticket_record` answers and the mails carry it: what the field copy is made from. */
export interface TicketRecord extends TicketContent {
  id?: string;
  status: 'draft' | 'signed' | 'refused';
  language?: Language;
  sha256?: string;
  signed?: {
    name: string;
    title: string | null;
    at: string;
    through: 'phone' | 'link';
    signature_path: string | null;
  } | null;
  refused?: { name: string; title: string | null; at: string; reason: string } | null;
  witness?: { name: string; at: string } | null;
  place?: { latitude: number; longitude: number; accuracy_m: number | null } | null;
}
