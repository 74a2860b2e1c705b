import { queryOptions, useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type ClockQuestion = Narrowed<
  Pick<
    Row<'clock_questions'>,
    | 'id'
    | 'moment'
    | 'text_en'
    | 'text_es'
    | 'alarm_answer'
    | 'opens_incident'
    | 'position'
    | 'active'
  >,
  { moment: 'in' | 'out'; alarm_answer: 'yes' | 'no' | null }
>;

export function clockQuestionsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.clockQuestions, companyId],
    queryFn: async ({ signal }): Promise<ClockQuestion[]> =>
      unwrap(
        await supabase()
          .from('clock_questions')
          .select('id, moment, text_en, text_es, alarm_answer, opens_incident, position, active')
          .eq('company_id', companyId)
          .order('moment')
          .order('position')
          .order('created_at')
          .abortSignal(signal),
      ) as ClockQuestion[],
    // Loaded with the shell and kept, so that they are there without signal too.
    staleTime: 10 * 60_000,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function useClockQuestions() {
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  return useQuery({
    ...clockQuestionsQuery(companyId),
    enabled: companyId !== '' && employee !== null,
  });
}
