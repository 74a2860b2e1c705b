import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type BreakKind = 'meal' | 'rest' | 'heat_rest';
export type Answer = 'offered' | 'taken' | 'declined' | 'postponed';

export interface Offer {
  answer: Answer;
  offered_at: string;
  take_at: string | null;
  note: string | null;
  waives: boolean;
  by: string | null;
}

export interface DueBreak {
  kind: BreakKind;
  number: number;
  /** The last minute in which it begins in time. */
  due_at: string;
  /** How long it is. */
  minutes: number;
  offer: Offer | null;
}

/** Somebody on the clock. */
export interface BreakRow {
  employee_id: string;
  first_name: string;
  last_name: string;
  job_title: string | null;
  crew_ids: string[];
  crew_names: string[];
  entry_id: string;
  project_id: string | null;
  project_name: string | null;
  clock_in: string;
  /** The viewer may start and end their breaks. */
  may_clock: boolean;
  break_id: string | null;
  break_kind: 'meal' | 'rest' | null;
  break_started_at: string | null;
  worked_minutes: number;
  meal_rule: boolean;
  rest_rule: boolean;
  waived: boolean;
  meals: number;
  rests: number;
  missed_meals: number;
  missed_rests: number;
  temperature_f: number | null;
  temperature_read_at: string | null;
  temperature_source: string | null;
  heat_level: 'none' | 'shade' | 'high' | null;
  /** Soonest first; none on a break. */
  due: DueBreak[];
}

/** `revision` changes with the own clock and its breaks, where nothing else says that they changed. */
export const breakBoardQuery = (employeeId: string, revision = '') =>
  queryOptions({
    queryKey: [queryKeys.breaks, 'board', employeeId, revision],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase().rpc('break_board').abortSignal(signal),
      )) as unknown as BreakRow[],
  });

export type HeatRule = Pick<
  Row<'heat_rules'>,
  'id' | 'project_id' | 'active' | 'shade_f' | 'high_f' | 'rest_minutes' | 'every_minutes'
>;

export const heatRulesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.breaks, 'heat-rules', companyId],
    queryFn: async ({ signal }): Promise<HeatRule[]> =>
      unwrap(
        await supabase()
          .from('heat_rules')
          .select('id, project_id, active, shade_f, high_f, rest_minutes, every_minutes')
          .eq('company_id', companyId)
          .abortSignal(signal),
      ),
  });
