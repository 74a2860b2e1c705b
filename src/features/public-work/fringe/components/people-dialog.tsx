import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import {
  type Enrollment,
  enrollmentsQuery,
  type Plan,
} from '@/features/public-work/fringe/api/queries';
import { useRemoveEnrollment } from '@/features/public-work/fringe/api/save-enrollments';
import { EndForm } from '@/features/public-work/fringe/components/end-form';
import { EnrollForm } from '@/features/public-work/fringe/components/enroll-form';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface PeopleDialogProps {
  companyId: string;
  today: IsoDate;
  plan: Plan;
  onClose: () => void;
}

/** Who is in a plan from when to when, and many more at once. */
export function PeopleDialog({ companyId, today, plan, onClose }: PeopleDialogProps) {
  const { t } = useTranslation('fringe');
  const enrollments = useQuery(enrollmentsQuery(companyId));
  const own = (enrollments.data ?? []).filter(({ plan_id }) => plan_id === plan.id);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={plan.name} description={t('people.text')} width="large">
        <DialogBody className="grid content-start gap-5 pb-5">
          <Loaded query={enrollments} skeleton={<ListSkeleton />}>
            <EnrollForm plan={plan} today={today} enrolled={own} />
            <section>
              <h3 className="mb-1 font-[620] text-sm">
                {t('people.title', { count: own.length })}
              </h3>
              {own.length === 0 && <p className="text-muted text-sm">{t('people.none')}</p>}
              <ul className="divide-y">
                {own.map((enrollment) => (
                  <EnrollmentLine
                    key={enrollment.id}
                    companyId={companyId}
                    today={today}
                    enrollment={enrollment}
                  />
                ))}
              </ul>
            </section>
          </Loaded>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

interface EnrollmentLineProps {
  companyId: string;
  today: IsoDate;
  enrollment: Enrollment;
}

function EnrollmentLine({ companyId, today, enrollment }: EnrollmentLineProps) {
  const { t } = useTranslation(['fringe', 'common']);
  const format = useFormat();
  const { data: employees = [] } = useEmployeeOptions();
  const remove = useRemoveEnrollment(companyId);
  const [isEnding, setEnding] = useState(false);
  const employee = employees.find(({ id }) => id === enrollment.employee_id);
  const name = employee ? employeeName(employee) : '';
  const { from_date, to_date } = enrollment;
  return (
    <li className="grid gap-2 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-[550]">{name}</span>
        <span className="mr-auto text-muted">
          {to_date
            ? format.dateRange(from_date, to_date)
            : t('people.since', { date: format.date(from_date) })}
        </span>
        <Button size="small" onClick={() => setEnding(!isEnding)}>
          {t('people.end')}
          <span className="sr-only">{name}</span>
        </Button>
        <Button
          size="small"
          variant="ghost"
          busy={remove.isPending}
          onClick={() => remove.mutate(enrollment.id)}
        >
          {t('common:action.delete')}
          <span className="sr-only">{name}</span>
        </Button>
      </div>
      {isEnding && (
        <EndForm
          companyId={companyId}
          today={today}
          enrollment={enrollment}
          onClose={() => setEnding(false)}
        />
      )}
    </li>
  );
}
