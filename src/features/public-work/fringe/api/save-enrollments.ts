import { saveChanges } from '@/entities/edit/save-changes';
import { deleteRow } from '@/entities/edit/save-row';
import type { Enrollment } from '@/features/public-work/fringe/api/queries';
import { addLines } from '@/features/public-work/fringe/api/save-lines';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const STALE = [queryKeys.publicWork, queryKeys.payroll];

export interface NewEnrollments {
  planId: string;
  employeeIds: readonly string[];
  from: IsoDate;
  to: IsoDate | null;
}

/** Many people at once; returns who was refused, and why. */
export function useEnroll() {
  const { t } = useTranslation('fringe');
  return useWrite({
    send: async ({ planId, employeeIds, from, to }: NewEnrollments) => {
      const problems = await addLines(
        'employee_fringe_plans',
        employeeIds.map((employee_id) => ({
          employee_id,
          plan_id: planId,
          from_date: from,
          to_date: to,
        })),
      );
      return employeeIds.flatMap((employeeId, index) => {
        const problem = problems[index];
        return problem ? [{ employeeId, problem }] : [];
      });
    },
    done: (refused, { employeeIds }) => {
      const count = employeeIds.length - refused.length;
      return count > 0 ? t('toast.enrolled', { count }) : null;
    },
    stale: STALE,
    quiet: true,
  });
}

/** The last day somebody is in a plan; null: it goes on. */
export function useEndEnrollment(companyId: string) {
  const { t } = useTranslation('fringe');
  return useWrite({
    send: ({ opened, to }: { opened: Enrollment; to: IsoDate | null }) =>
      saveChanges({
        table: 'employee_fringe_plans',
        key: { company_id: companyId, id: opened.id },
        after: { to_date: to },
        before: opened,
      }),
    done: t('toast.ended'),
    stale: STALE,
    quiet: true,
  });
}

export function useRemoveEnrollment(companyId: string) {
  const { t } = useTranslation('fringe');
  return useWrite({
    send: (id: string) => deleteRow('employee_fringe_plans', companyId, id),
    done: t('toast.removed'),
    stale: STALE,
    failureText: 'fringe:error.remove',
  });
}
