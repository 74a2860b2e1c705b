import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { employeeName } from '@/entities/employee/employees-query';
import { LateHourValues } from '@/entities/hour-value/late-hour-values';
import { useApprove } from '@/features/payroll/api/approvals';
import {
  approvedDaysQuery,
  entryDaysQuery,
  explanationQuery,
  type PayPeriod,
  type PayrollPerson,
} from '@/features/payroll/api/queries';
import { ClockTimes } from '@/features/payroll/components/clock-times';
import { ExplainedWeeks } from '@/features/payroll/components/explained-weeks';
import { PayItems } from '@/features/payroll/components/pay-items';
import { UnapproveDialog } from '@/features/payroll/components/unapprove-dialog';
import { WeekGrids } from '@/features/payroll/components/week-grids';
import type { ExplainedDay } from '@/features/payroll/explain';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const OfficeSignature = late(() =>
  withTexts(
    import('@/entities/signed-timesheet/office-signature').then((module) => module.default),
    'signed-timesheet',
  ),
);

export interface ExplanationPanelProps {
  companyId: string;
  period: PayPeriod;
  person: PayrollPerson;
  onClose: () => void;
}

/** One person's period: every figure in words, approval day by day. */
export function ExplanationPanel({ companyId, period, person, onClose }: ExplanationPanelProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const id = person.employee_id;
  const lines = useQuery(explanationQuery(id, period));
  const { data = [] } = lines;
  const { data: approved = [] } = useQuery(approvedDaysQuery(companyId, id, period));
  const { data: entryDays } = useQuery(entryDaysQuery(companyId, id, period));
  const approve = useApprove();
  const [takingBack, setTakingBack] = useState<DateRange | null>(null);
  const name = employeeName(person);

  const dayAside = ({ date, minutes }: ExplainedDay) => {
    const hasWork = minutes > 0;
    const day = format.weekdayDate(date);
    // The second day of a night shift is approved with the day it began on.
    if (entryDays && !entryDays.includes(date)) {
      return hasWork && <span className="text-muted text-xs">{t('approve.withDayBefore')}</span>;
    }
    if (period.locked) return approved.includes(date) && <Badge>{t('approve.dayApproved')}</Badge>;
    return approved.includes(date) ? (
      <Button
        size="small"
        variant="ghost"
        aria-label={t('approve.undoDayLabel', { day })}
        onClick={() => setTakingBack({ start: date, end: date })}
      >
        {t('approve.undo')}
      </Button>
    ) : (
      <Button
        size="small"
        aria-label={t('approve.dayLabel', { day })}
        busy={approve.isPending && approve.variables.start === date}
        onClick={() => approve.mutate({ employeeId: id, start: date, end: date })}
      >
        {t('approve.person')}
      </Button>
    );
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={name}
        description={format.dateRange(period.start, period.end)}
        width="large"
      >
        <DialogBody className="min-h-60 pb-4">
          {person.signature === 'disputed' && (
            <Notice tone="danger" title={t('explain.disputed', { name })} className="mb-4">
              {person.signature_note}
            </Notice>
          )}
          {person.signature === 'disputed' && (
            <section className="mb-4">
              <h3 className="mb-1 font-[620] text-sm">{t('times.title')}</h3>
              <ClockTimes companyId={companyId} employeeId={id} range={period} />
            </section>
          )}
          <Suspense>
            <OfficeSignature companyId={companyId} employeeId={id} name={name} range={period} />
          </Suspense>
          <Loaded query={lines} skeleton={<ListSkeleton />}>
            {data.length === 0 ? (
              <EmptyState title={t('explain.empty')} />
            ) : (
              <div className="flex flex-col gap-6">
                <WeekGrids employeeId={id} lines={data} />
                <ExplainedWeeks lines={data} dayAside={dayAside} />
                <LateHourValues employeeId={id} range={period} lines={data} />
              </div>
            )}
          </Loaded>
          <PayItems companyId={companyId} employeeId={id} range={period} locked={period.locked} />
        </DialogBody>
        {!period.locked && (
          <DialogFooter>
            {approved.length > 0 && (
              <Button onClick={() => setTakingBack(period)}>{t('approve.undoPerson')}</Button>
            )}
            <Button
              variant="primary"
              disabled={person.days_approved === person.days_worked}
              busy={approve.isPending}
              onClick={() =>
                approve.mutate({ employeeId: id, start: period.start, end: period.end })
              }
            >
              {t('approve.allDays')}
            </Button>
          </DialogFooter>
        )}
        {takingBack && (
          <UnapproveDialog
            employeeId={id}
            name={name}
            range={takingBack}
            onClose={() => setTakingBack(null)}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
