import { queryOptions } from '@tanstack/react-query';
import { STATEMENT_VERSION } from '@/entities/pay-period/statement-version';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useSession } from '@/entities/session/use-session';
import { signShown } from '@/entities/signed-timesheet/sign-timesheet';
import type { ShownTimesheet } from '@/entities/signed-timesheet/timesheet';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

type Answer = Pick<
  Row<'timesheet_signatures'>,
  'id' | 'disputed' | 'note' | 'signed_at' | 'invalidated_at'
>;

/** The last word this person gave on the period, also when time changed since. */
export function answerQuery(companyId: string, employeeId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'answer', companyId, employeeId, range.start, range.end],
    queryFn: async ({ signal }): Promise<Answer | null> => {
      const answers = unwrap(
        await supabase()
          .from('timesheet_signatures')
          .select('id, disputed, note, signed_at, invalidated_at')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .lte('start_date', range.start)
          .gte('end_date', range.end)
          .order('signed_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      );
      return answers[0] ?? null;
    },
  });
}

type Fields = Record<string, unknown>;

/** What somebody else did to this person's time. */
export interface TimeChange {
  occurred_at: string;
  action: 'created' | 'updated' | 'deleted';
  entity: 'time_entries' | 'time_entry_breaks';
  entity_id: string;
  work_date: string;
  changed_by: string;
  before: Fields | null;
  after: Fields | null;
  reason: string | null;
}

export function timeChangesQuery(employeeId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'time-changes', employeeId, range.start, range.end],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('timesheet_changes', {
            start_date_param: range.start,
            end_date_param: range.end,
            employee_id_param: employeeId,
          })
          .abortSignal(signal),
      ) as unknown as TimeChange[],
  });
}

interface Statement extends DateRange {
  /** The sentence that was shown. */
  statement: string;
  language: string;
  /** What was shown above it: signed with it. */
  sheet: ShownTimesheet;
}

const answerOf = ({ start, end, statement, language }: Statement) => ({
  start_date_param: start,
  end_date_param: end,
  statement_param: statement,
  language_param: language,
  version_param: STATEMENT_VERSION,
});

export function useSignTimesheet() {
  const { t } = useTranslation('payroll');
  const userId = useSession().user?.id ?? '';
  return useWrite({
    send: async ({ name, ...said }: Statement & { name: string }) => {
      const { statement, language, sheet } = said;
      const version = STATEMENT_VERSION;
      const words = { answer: 'signed', name, statement, language, version } as const;
      const signed = await signShown(userId, sheet, words);
      return unwrap(
        await supabase().rpc('sign_timesheet', { name_param: name, ...answerOf(said), ...signed }),
      );
    },
    done: t('toast.signed'),
    stale: [refreshTime],
    failureText: 'payroll:error.sign',
  });
}

export function useDisputeTimesheet() {
  const { t } = useTranslation('payroll');
  const userId = useSession().user?.id ?? '';
  return useWrite({
    send: async ({ note, ...said }: Statement & { note: string }) => {
      const { statement, language, sheet } = said;
      const version = STATEMENT_VERSION;
      const words = { answer: 'disputed', note, statement, language, version } as const;
      const signed = await signShown(userId, sheet, words);
      return unwrap(
        await supabase().rpc('dispute_timesheet', {
          note_param: note,
          ...answerOf(said),
          ...signed,
        }),
      );
    },
    done: t('toast.disputed'),
    stale: [refreshTime],
    failureText: 'payroll:error.dispute',
  });
}
