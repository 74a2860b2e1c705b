import { Link } from 'react-router';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useZoneClocks } from '@/entities/project/use-site-clock';
import { type MyShift, useMyShifts } from '@/entities/shift/my-shifts-query';
import { useAcknowledgeShift } from '@/entities/shift/use-shift-actions';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** Today's and tomorrow's shifts, and what was published since the worker last said so. */
export function ShiftsCard() {
  const { t } = useTranslation('my-shifts');
  const clockIn = useZoneClocks();
  const { data = [], today } = useMyShifts();
  const acknowledge = useAcknowledgeShift();
  const own = data.filter(({ open }) => !open);
  const fresh = own.filter(({ acknowledged_at }) => acknowledged_at === null);
  const openCount = data.length - own.length;
  if (data.length === 0) return null;
  const line = (shift: MyShift, index: number) => (
    <p key={shift.id} className="flex items-baseline justify-between gap-3">
      <span className="min-w-0">
        <span className={index === 0 ? 'font-[620]' : 'sr-only'}>
          {t(shift.work_date === today ? 'today' : 'tomorrow')}{' '}
        </span>
        {shift.previous_starts_at && <Badge tone="attention">{t('changed')}</Badge>}
        <span className="block break-words text-muted text-sm">
          {[shift.project_name, shift.cost_code, shift.equipment_name].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="tabular shrink-0 font-[550]">
        {clockIn(shift.time_zone).range(shift.starts_at, shift.ends_at)}
      </span>
    </p>
  );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4" aria-label={t('title')}>
      {[today, addDays(today, 1)].map((day) => {
        const shifts = own.filter(({ work_date }) => work_date === day);
        return (
          <div key={day} className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b pb-3">
            {shifts.length > 0 ? (
              shifts.map(line)
            ) : (
              <p className="flex justify-between gap-3">
                <span className="font-[620]">{t(day === today ? 'today' : 'tomorrow')}</span>
                <span className="text-muted">{t('off')}</span>
              </p>
            )}
          </div>
        );
      })}
      <div className="flex flex-wrap items-center gap-2">
        {fresh.length > 0 && (
          <Button
            variant="primary"
            busy={acknowledge.isPending}
            onClick={() => acknowledge.mutate(fresh.map(({ id }) => id))}
          >
            {t('acknowledge', { count: fresh.length })}
          </Button>
        )}
        <Button variant="link" asChild>
          <Link to="/scheduling">
            {openCount > 0 ? t('openShifts', { count: openCount }) : t('all')}
          </Link>
        </Button>
      </div>
    </Card>
  );
}
