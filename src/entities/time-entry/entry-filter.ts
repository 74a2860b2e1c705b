import type { ListSummary, TimeEntry } from '@/entities/time-entry/time-entry';
import type { InstantRange } from '@/lib/time';

export type EntryGroup = 'employee' | 'project' | 'day' | 'classification';

export interface EntryFilter {
  range: InstantRange;
  employeeId: string | null;
  projectId: string | null;
  costCodeId: string | null;
  classificationId: string | null;
  status: 'active' | 'completed' | null;
  groupBy: EntryGroup | null;
}

export interface EntryPage {
  entries: TimeEntry[];
  /** Comes with the first page. */
  summary: ListSummary | null;
}
