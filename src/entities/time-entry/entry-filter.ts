import type { CustomValues } from '@/entities/custom-field/custom-field';
import type { ListSummary, TimeEntry } from '@/entities/time-entry/time-entry';
import type { InstantRange } from '@/lib/time';

export type EntryGroup = 'employee' | 'project' | 'day' | 'classification';

export interface EntryFilter {
  range: InstantRange;
  employeeId: string | null;
  projectId: string | null;
  costCodeId: string | null;
  classificationId: string | null;
  /** Values of custom fields; null of one: without an answer. */
  custom?: CustomValues | null;
  status: 'active' | 'completed' | null;
  groupBy: EntryGroup | null;
}

export interface EntryPage {
  entries: TimeEntry[];
  /** Comes with the first page. */
  summary: ListSummary | null;
}
