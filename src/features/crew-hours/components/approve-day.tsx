import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { employeeName } from '@/entities/employee/employees-query';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { useApproveCrewDay } from '@/features/crew-hours/api/approve-crew-day';
import type { CrewPerson } from '@/features/crew-hours/api/queries';
import { errorText } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

export interface ApproveDayProps {
  date: IsoDate;
  people: readonly CrewPerson[];
  disabled: boolean;
}

/** For managers, and for foremen where the owner allows it; never one's own day as a foreman. */
export function ApproveDayButton({ date, people, disabled }: ApproveDayProps) {
  const { t } = useTranslation('crew-hours');
  const format = useFormat();
  const { company } = useViewer();
  const me = useEmployee();
  const approve = useApproveCrewDay();
  const [asking, setAsking] = useState(false);
  const isForeman = me?.role === 'foreman';
  if (isForeman && !company?.foremen_approve) return null;
  const worked = people
    .filter(({ cells, employee_id }) => cells.length > 0 && !(isForeman && employee_id === me?.id))
    .map((person) => ({ id: person.employee_id, name: employeeName(person) }));
  const refused = approve.data?.refused ?? [];
  const submit = () =>
    approve.mutate(
      { date, people: worked },
      {
        onSuccess: ({ approved }) => {
          setAsking(false);
          if (approved > 0) toast.success(t('approve.done', { count: approved }));
        },
      },
    );
  return (
    <>
      <Button disabled={disabled || worked.length === 0} onClick={() => setAsking(true)}>
        <BadgeCheck aria-hidden="true" />
        {t('approve.open')}
      </Button>
      {approve.error && <Notice tone="danger">{errorText(approve.error)}</Notice>}
      {refused.length > 0 && (
        <Notice tone="attention" className="w-full" title={t('approve.refused')}>
          <ul>
            {refused.map(({ name, why }) => (
              <li key={name}>
                {name}: {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('approve.title', { date: format.date(date) })}
        description={t('approve.text', { count: worked.length })}
        confirmLabel={t('approve.open')}
        busy={approve.isPending}
        onConfirm={submit}
      />
    </>
  );
}
