import { queryOptions } from '@tanstack/react-query';
import type { Proposal } from '@/entities/forgotten-punch/proposal';
import { saveAndCall } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import type { Language } from '@/lib/languages';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export type OwnQuestion = Pick<
  Row<'forgotten_punches'>,
  'id' | 'time_entry_id' | 'project_id' | 'clock_in'
> &
  Proposal;

/** What is asked about one's own clock and not answered yet, newest first. */
export const ownQuestionsQuery = (companyId: string, employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.forgottenPunches, 'mine', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('forgotten_punches')
          .select('id, time_entry_id, project_id, clock_in, proposed_at, reason, sample_size')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .is('answer', null)
          .order('asked_at', { ascending: false })
          .limit(3)
          .abortSignal(signal),
      ) as OwnQuestion[],
  });

interface Answer {
  id: string;
  /** Null: still working. */
  endedAt: string | null;
  language: Language;
}

/** On disk before the network; the first answer stays, wherever it was given. */
export function useAnswerQuestion() {
  return useWrite({
    send: ({ id, endedAt, language }: Answer) =>
      saveAndCall('forgotten_punch', 'answer_forgotten_punch', {
        id_param: id,
        ...(endedAt && { happened_at_param: endedAt }),
        language_param: language,
      }),
    stale: [refreshTime, queryKeys.forgottenPunches],
    failureText: 'forgotten-punch:error.answer',
  });
}

/** This device is outside the fence: the server asks, and learns no place. */
export async function askIfStillWorking(entryId: string): Promise<boolean> {
  return unwrap(await supabase().rpc('ask_if_still_working', { time_entry_id_param: entryId }));
}
