import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useSession } from '@/entities/session/use-session';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface PersonDays extends DateRange {
  employeeId: string;
}

const days = ({ start, end }: DateRange) => ({ start_date_param: start, end_date_param: end });

export function useApprove() {
  const { t } = useTranslation('payroll');
  return useWrite({
    send: async ({ employeeId, ...range }: PersonDays) =>
      unwrap(
        await supabase().rpc('approve_time', { employee_id_param: employeeId, ...days(range) }),
      ),
    done: (count) => (count > 0 ? t('toast.approved', { count }) : t('toast.nothingApproved')),
    stale: [refreshTime],
    failureText: 'payroll:error.approve',
  });
}

interface ApprovedAll extends DateRange {
  people: number;
  /** The caller's last approval before; null: none. */
  before: string | null;
  after: string | null;
}

async function lastApproval({ start, end }: DateRange, userId: string): Promise<string | null> {
  const [last] = unwrap(
    await supabase()
      .from('approvals')
      .select('approved_at')
      .eq('approved_by', userId)
      .gte('work_date', start)
      .lte('work_date', end)
      .order('approved_at', { ascending: false })
      .limit(1),
  );
  return last?.approved_at ?? null;
}

/** Everyone without issues. What was approved since the last approval can be taken back together. */
async function approveClean(range: DateRange, userId: string): Promise<ApprovedAll> {
  const before = await lastApproval(range, userId);
  const people = unwrap(await supabase().rpc('approve_clean_time', days(range)));
  return { ...range, people: people.length, before, after: await lastApproval(range, userId) };
}

export function useApproveClean() {
  const { t } = useTranslation('payroll');
  const userId = useSession().user?.id ?? '';
  const { mutate: takeBack } = useTakeBackApprovals();
  return useWrite({
    send: (range: DateRange) => approveClean(range, userId),
    done: (made) => ({
      title:
        made.people > 0
          ? t('toast.approvedAll', { count: made.people })
          : t('toast.nothingApproved'),
      undo: made.after === made.before ? undefined : () => takeBack(made),
    }),
    stale: [refreshTime],
    failureText: 'payroll:error.approve',
  });
}

function useTakeBackApprovals() {
  const { t } = useTranslation('payroll');
  return useWrite({
    send: async ({ before, ...range }: ApprovedAll) =>
      unwrap(await supabase().rpc('take_back_approvals', { ...days(range), since_param: before })),
    done: (count) => t('toast.unapproved', { count }),
    stale: [refreshTime],
    failureText: 'payroll:error.unapprove',
  });
}

export function useUnapprove() {
  const { t } = useTranslation('payroll');
  return useWrite({
    send: async ({ employeeId, reason, ...range }: PersonDays & { reason: string }) =>
      unwrap(
        await supabase().rpc('unapprove_time', {
          employee_id_param: employeeId,
          ...days(range),
          reason_param: reason.trim() || null,
        }),
      ),
    done: (count) => t('toast.unapproved', { count }),
    stale: [refreshTime],
    failureText: 'payroll:error.unapprove',
  });
}
