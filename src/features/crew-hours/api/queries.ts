import { queryOptions } from '@tanstack/react-query';
import { saveAndCall } from '@/entities/offline/save-and-send';
import type { CellRow } from '@/features/crew-hours/matrix';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { Database } from '../../../../supabase/types';

export const membersQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.crews, 'members', companyId],
    queryFn: async ({ signal }) =>
      allRows(() =>
        supabase()
          .from('crew_members')
          .select('id, crew_id, employee_id, from_date')
          .eq('company_id', companyId)
          .is('to_date', null)
          .order('id')
          .abortSignal(signal),
      ),
  });

export interface CrewPerson {
  employee_id: string;
  first_name: string;
  last_name: string;
  job_title: string | null;
  cells: {
    cost_code_id: string | null;
    minutes: number;
    own_minutes: number | null;
    /** The one class of the cell; null where it has several or none. */
    classification_id?: string | null;
  }[];
}

export interface CrewDay {
  crewId: string;
  date: IsoDate;
  projectId: string;
}

const params = ({ crewId, date, projectId }: CrewDay) => ({
  crew_id_param: crewId,
  work_date_param: date,
  project_id_param: projectId,
});

export async function fetchCrewDay(day: CrewDay): Promise<CrewPerson[]> {
  return unwrap(await supabase().rpc('crew_day', params(day))) as unknown as CrewPerson[];
}

export const crewDayQuery = (day: CrewDay) =>
  queryOptions({
    queryKey: [queryKeys.crews, 'day', day.crewId, day.date, day.projectId],
    queryFn: () => fetchCrewDay(day),
  });

/** What saving would do with these rows, for each person. */
export const previewQuery = (day: CrewDay, rows: readonly CellRow[]) =>
  queryOptions({
    queryKey: [queryKeys.crews, 'preview', day.crewId, day.date, day.projectId, rows],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('preview_crew_day', { ...params(day), rows_param: rows.map((row) => ({ ...row })) })
          .abortSignal(signal),
      ),
    placeholderData: (before) => before,
  });

type Saved = Database['public']['Functions']['save_crew_day']['Returns'];

/** What became of each person's hours; null: they wait on this device. */
export async function saveCrewDay(day: CrewDay, rows: readonly CellRow[]): Promise<Saved | null> {
  const args = { ...params(day), rows_param: rows.map((row) => ({ ...row })) };
  return (await saveAndCall<Saved>('crew_day', 'save_crew_day', args))?.answer ?? null;
}
