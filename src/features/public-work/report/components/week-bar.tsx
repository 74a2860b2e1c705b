import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { reportAddress } from '@/features/public-work/report/addresses';
import type { PayrollWeek } from '@/features/public-work/report/api/queries';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface WeekBarProps {
  projectId: string;
  weekEnd: IsoDate;
  /** The newest first. */
  weeks: readonly PayrollWeek[];
}

/** One week back, one on, or any week of the project with how far it is. */
export function WeekBar({ projectId, weekEnd, weeks }: WeekBarProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const navigate = useNavigate();
  const place = weeks.findIndex(({ week_end }) => week_end === weekEnd);
  const label = (date: IsoDate) => `${format.weekdayDate(date)}, ${date.slice(0, 4)}`;
  return (
    <div className="flex min-w-0 max-w-full items-center gap-2" data-print="hide">
      <Step to={weeks[place + 1]} projectId={projectId} label={t('week.before')}>
        <ChevronLeft aria-hidden="true" />
      </Step>
      <Select
        size="compact"
        className="min-w-0 shrink overflow-hidden"
        aria-label={t('week.ending')}
        value={weekEnd}
        onValueChange={(week) => void navigate(reportAddress(projectId, week))}
        options={(place < 0
          ? [{ week_end: weekEnd, state: null, is_over: false }, ...weeks]
          : weeks
        ).map(({ week_end, state, is_over }) => ({
          value: week_end,
          label: [label(week_end), state && t(is_over ? `state.${state}` : 'notOver')]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
      <Step
        to={place > 0 ? weeks[place - 1] : undefined}
        projectId={projectId}
        label={t('week.after')}
      >
        <ChevronRight aria-hidden="true" />
      </Step>
    </div>
  );
}

interface StepProps {
  to: PayrollWeek | undefined;
  projectId: string;
  label: string;
  children: React.ReactNode;
}

function Step({ to, projectId, label, children }: StepProps) {
  if (!to)
    return (
      <Button size="icon" aria-label={label} disabled>
        {children}
      </Button>
    );
  return (
    <Button size="icon" asChild aria-label={label}>
      <Link to={reportAddress(projectId, to.week_end)}>{children}</Link>
    </Button>
  );
}
