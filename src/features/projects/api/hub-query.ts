import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export const PERSON_STATUSES = [
  'in',
  'break',
  'absent',
  'due',
  'upcoming',
  'elsewhere',
  'done',
  'time_off',
] as const;

export interface HubPerson {
  employee_id: string;
  first_name: string;
  last_name: string;
  job_title: string | null;
  status: (typeof PERSON_STATUSES)[number];
  since: string | null;
  seconds: number;
  planned: boolean;
  planned_start: string | null;
  code: string | null;
  code_name: string | null;
  elsewhere: string | null;
}

export interface HubShiftDay {
  day: string;
  people: number;
  open: number;
  drafts: number;
  starts_at: string;
  ends_at: string;
  note: string | null;
}

export type HubNeed =
  | { kind: 'verification'; id: string; what: string; name: string | null; at: string }
  | { kind: 'report_missing' | 'report_draft' | 'report_review'; day: string }
  | { kind: 'budget'; what: 'hours' | 'cost' | 'ahead'; percent: number; name: string | null }
  | { kind: 'reading'; id: string; name: string; folder_id: string | null; count: number }
  | { kind: 'quantities'; count: number }
  | { kind: 'drafts'; count: number; day: string };

export interface Hub {
  today: string;
  this_week: string;
  /** Whether it is about everyone, or about the viewer alone. */
  leads: boolean;
  /** Not in answers that were stored before there was any. */
  has_extra_work?: boolean;
  people: HubPerson[];
  machines: string[];
  seconds: number;
  weeks: { week: string; seconds: number }[];
  shifts: HubShiftDay[];
  reports: {
    id: string;
    number: string;
    report_date: string;
    status: 'draft' | 'submitted' | 'reviewed' | 'locked';
    signed_name: string | null;
  }[];
  documents: {
    id: string;
    name: string;
    folder_id: string | null;
    version: number;
    changed_at: string;
  }[];
  needs: HubNeed[];
}

/** A minute is as exact as the page says anything. */
const REFRESH_MS = 60_000;

export function hubQuery(projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.timeEntries, 'project-hub', projectId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase().rpc('project_hub', { project_id_param: projectId }).abortSignal(signal),
      ) as unknown as Hub,
    refetchInterval: REFRESH_MS,
  });
}
