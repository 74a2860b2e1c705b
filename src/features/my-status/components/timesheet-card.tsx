import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { useWaitingTimesheets } from '@/entities/pay-period/waiting-timesheets-query';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** A pay period that is over and waits for the worker's word; nothing is drawn when none does. */
export function TimesheetCard() {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  return useWaitingTimesheets().map(({ start_date, end_date, seconds }) => (
    <Notice
      key={start_date}
      tone="attention"
      title={t('timesheet.title')}
      action={
        <Button size="small" variant="primary" asChild>
          <Link to={`/payroll?from=${start_date}`}>{t('timesheet.open')}</Link>
        </Button>
      }
    >
      {t('timesheet.text', {
        range: format.dateRange(start_date, end_date),
        hours: formatDuration(seconds),
      })}
    </Notice>
  ));
}
