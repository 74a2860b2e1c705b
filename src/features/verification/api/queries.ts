import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

export const KINDS = [
  'injury',
  'answer',
  'off_site_punch',
  'held_event',
  'device_clock',
  'disputed_timesheet',
  'signed_time_edited',
  'unsigned_timesheet',
  'failed_inspection',
  'meter_jump',
  'pin_locked',
  'early_clock_in',
  'forgotten_punch',
  'long_clock',
  'kiosk_photo',
  'expiring_certificate',
  'certificate_proof',
  'own_pay',
  'own_approval',
  'pin_by_other',
  'clock_rule',
  'clock_stop',
  'failed_form_answer',
  'visit_not_signed_out',
] as const;
export type Kind = (typeof KINDS)[number];

/** What the office asked the person, and the answer. */
export interface Question {
  id: string;
  question: string;
  author: string;
  asked_at: string;
  answer: string | null;
  answered_at: string | null;
}

/** As a company wrote it, in both languages. */
interface Texts {
  en: string;
  es: string;
}

/** What a trigger noted about its subject; which fields there are depends on the kind. */
export interface Detail {
  moment?: 'in' | 'out' | 'switch';
  edge_m?: number | null;
  accuracy_m?: number | null;
  entry_id?: string;
  work_date?: string;
  /** How many did not sign out of a site. */
  count?: number;
  /** The entry of a punch off site: its ends, worked seconds, and the nearest punch on site. */
  clock_in?: string;
  clock_out?: string;
  on_site_at?: string;
  /** What was decided about it, and the time it got. */
  outcome?: 'accept' | 'correct' | 'refuse' | 'keep';
  after?: string | null;
  /** A disputed clock-out: what the person said, what was proposed, and what speaks against it. */
  said_at?: string;
  proposed_at?: string;
  reason?: string;
  sample_size?: number;
  activity?: 'photo' | 'quantity' | 'question' | 'break';
  activity_at?: string;
  effect?: 'applied' | 'already_stopped' | 'deleted' | 'locked';
  questions?: Question[];
  /** The moment a held punch counts from, and the end of a held shift. */
  counts_at?: string;
  ends_at?: string;
  event?: string;
  problem?: string;
  /** What the worker says about it. */
  explanation?: string;
  /** How many more are held for the same cause. */
  more?: number;
  offset_ms?: number;
  start_date?: string;
  end_date?: string;
  seconds?: number;
  note?: string | null;
  certificate?: string;
  equipment_id?: string;
  equipment_name?: string;
  failed?: string[];
  /** A filled form: what it is called, what was asked, pressed and about whom. */
  submission_id?: string;
  form_name?: Texts;
  question?: Texts;
  answer_text?: Texts;
  person?: string;
  reading?: number;
  before?: number | null;
  answer?: 'yes' | 'no';
  text_en?: string;
  text_es?: string;
  shift_starts_at?: string;
  /** What somebody decided for themselves. */
  entity?: string;
  hourly_rate?: number;
  amount_cents?: number;
  hours?: number;
  day?: string;
  by_name?: string;
  /** The rule of the clock it is about, and the end a rule wrote with the one the person names. */
  overridden?: boolean;
  rule?: 'early' | 'off_site' | 'no_fix' | 'certificate' | 'hours' | 'day_end' | 'edge';
  certificates?: string[];
  stopped_at?: string;
  claimed_at?: string;
}

export interface Item {
  id: string;
  kind: Kind;
  subject_id: string;
  employee_id: string | null;
  first_name: string | null;
  last_name: string | null;
  project_id: string | null;
  project_name: string | null;
  happened_at: string;
  summary: string;
  detail: Detail;
  status: 'open' | 'resolved';
  assigned_to: string | null;
  assigned_name: string;
  note: string | null;
  resolved_at: string | null;
  resolved_name: string;
}

export function itemsQuery(employeeId: string, status: 'open' | 'resolved') {
  return rowsQuery<Item[]>([queryKeys.verification, 'items', employeeId, status], () =>
    supabase().rpc('verification_items', { status_param: status }),
  );
}

export interface Evidence {
  off_site?: number;
  punches?: number;
  readings?: { reading: number; at: string; flag: string | null }[];
  note?: string | null;
  incident_id?: string | null;
  /** Of the meter or of what failed, in the bucket photos. */
  photo_path?: string | null;
  day: {
    at: string;
    kind: 'in' | 'out' | 'switch';
    project_id: string | null;
    project_name: string | null;
    cost_code: string;
    inside: boolean | null;
    /** Begins public work nobody has named the class of. */
    no_class?: boolean;
  }[];
}

export function evidenceQuery({ kind, subject_id }: Pick<Item, 'kind' | 'subject_id'>) {
  return rowsQuery<Evidence>([queryKeys.verification, 'evidence', kind, subject_id], () =>
    supabase().rpc('verification_evidence', { kind_param: kind, subject_id_param: subject_id }),
  );
}

export const TREATMENTS = ['none', 'first_aid', 'clinic', 'hospital'] as const;
export type Treatment = (typeof TREATMENTS)[number];

export type Incident = Narrowed<
  Row<'incidents'>,
  { status: 'open' | 'closed'; treatment: Treatment | null }
>;

export function incidentsQuery(companyId: string) {
  return rowsQuery<Incident[]>([queryKeys.verification, 'incidents', companyId], () =>
    supabase()
      .from('incidents')
      .select()
      .eq('company_id', companyId)
      .order('happened_at', { ascending: false })
      .limit(200),
  );
}

export type IncidentNote = Narrowed<
  Pick<Row<'incident_notes'>, 'id' | 'kind' | 'body' | 'changes' | 'author' | 'created_at'>,
  {
    kind: 'opened' | 'note' | 'changed' | 'closed' | 'reopened';
    changes: Record<string, { before: unknown; after: unknown }>;
  }
>;

export function incidentNotesQuery(companyId: string, incidentId: string) {
  return rowsQuery<IncidentNote[]>(
    [queryKeys.verification, 'incident-notes', companyId, incidentId],
    () =>
      supabase()
        .from('incident_notes')
        .select('id, kind, body, changes, author, created_at')
        .eq('company_id', companyId)
        .eq('incident_id', incidentId)
        .order('created_at')
        .limit(500),
  );
}
