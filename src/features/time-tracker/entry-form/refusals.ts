import type { FormField } from '@/features/time-tracker/entry-form/read-entry-form';
import type { AppError } from '@/lib/errors';

/** The other entry, as the database names it when two would overlap. */
export interface OtherEntry {
  id: string;
  clock_in: string;
  clock_out: string | null;
  project_id: string | null;
}

export type RefusedField = FormField | 'costCodeId' | 'classificationId' | 'notes';

const FIELDS: Record<string, RefusedField> = {
  time_in_future: 'end',
  entry_too_long: 'end',
  time_entries_end_after_start: 'end',
  project_required: 'projectId',
  project_not_active: 'projectId',
  project_has_phases: 'projectId',
  project_not_open_to_you: 'projectId',
  time_entries_project: 'projectId',
  cost_code_required: 'costCodeId',
  cost_code_archived: 'costCodeId',
  cost_code_not_on_project: 'costCodeId',
  time_entries_cost_code: 'costCodeId',
  classification_not_on_project: 'classificationId',
  classification_not_in_force: 'classificationId',
  time_entries_classification: 'classificationId',
  time_entries_notes_length: 'notes',
  break_outside_entry: 'breaks',
  time_entry_breaks_no_overlap: 'breaks',
  time_entry_breaks_end_after_start: 'breaks',
  machines_not_whole: 'machines',
  machine_named_twice: 'machines',
  machines_unreadable: 'machines',
  reason_required: 'reason',
  own_reason_required: 'reason',
  time_entries_employee: 'employeeId',
};

/** Where a refusal of the database is explained, or null when it is about no field. */
export function refusedField(error: AppError): RefusedField | null {
  return FIELDS[error.code] ?? null;
}

export function otherEntryOf(error: AppError): OtherEntry | null {
  const overlap = [
    'time_overlap',
    'already_running',
    'time_entries_no_overlap',
    'time_entries_one_running',
  ];
  if (!overlap.includes(error.code) || !error.detail) return null;
  try {
    return JSON.parse(error.detail) as OtherEntry;
  } catch {
    return null;
  }
}
