import { queryOptions } from '@tanstack/react-query';
import type { FormCategory, FormDefinition } from '@/entities/form/form-definition';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export const FREQUENCIES = ['day', 'week', 'month', 'once', 'shift', 'any_time'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** A form to fill, with the questions as they are now: also where there is no signal later. */
export interface FormDue {
  assignment_id: string;
  form_id: string;
  version_id: string;
  version: number;
  name: string;
  name_es: string;
  category: FormCategory;
  definition: FormDefinition;
  every: Frequency;
  project_id: string | null;
  project_name: string | null;
  crew_id: string | null;
  crew_name: string | null;
  equipment_id: string | null;
  equipment_name: string | null;
  period_start: IsoDate;
  period_end: IsoDate;
  per_person: boolean;
  done_id: string | null;
  done_at: string | null;
  done_by: string | null;
}

/** An assignment to a class is due for each of its machines. */
export const dueKey = (assignmentId: string, machineId: string | null | undefined): string =>
  machineId ? `${assignmentId}_${machineId}` : assignmentId;

/** What the viewer has to fill today, as last known. */
export const formsDueQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.forms, 'due', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('forms_due').abortSignal(signal)) as unknown as FormDue[],
    staleTime: 5 * 60_000,
  });
