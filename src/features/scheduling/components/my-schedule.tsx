import { CalendarOff, CalendarPlus, CalendarRange } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useZoneClocks } from '@/entities/project/use-site-clock';
import { type MyShift, useMyShifts } from '@/entities/shift/my-shifts-query';
import { useAcknowledgeShift, useTakeShift } from '@/entities/shift/use-shift-actions';
import { AvailabilityCard } from '@/features/scheduling/components/availability-card';
import { SwapDialog } from '@/features/scheduling/components/swap-dialog';
import { SwapsAsked } from '@/features/scheduling/components/swaps-asked';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

/** A worker's own shifts: seen, swapped, and open ones taken. */
export function MySchedule() {
  const { t } = useTranslation(['scheduling', 'my-shifts']);
  const query = useMyShifts();
  const acknowledge = useAcknowledgeShift();
  const take = useTakeShift();
  const [swapped, setSwapped] = useState<MyShift | null>(null);
  const shifts = query.data ?? [];
  const own = shifts.filter(({ open }) => !open);
  const open = shifts.filter((shift) => shift.open);
  const fresh = own.filter(({ acknowledged_at }) => acknowledged_at === null);
  return (
    <>
      <PageHeader
        title={t('my-shifts:title')}
        actions={
          <>
            <Button asChild>
              <Link to="/settings?tab=preferences">
                <CalendarPlus aria-hidden="true" />
                {t('mine.calendar')}
              </Link>
            </Button>
            <Button asChild>
              <Link to="/scheduling/time-off">
                <CalendarOff aria-hidden="true" />
                {t('timeOff')}
              </Link>
            </Button>
            {fresh.length > 0 && (
              <Button
                variant="primary"
                busy={acknowledge.isPending}
                onClick={() => acknowledge.mutate(fresh.map(({ id }) => id))}
              >
                {t('my-shifts:acknowledge', { count: fresh.length })}
              </Button>
            )}
          </>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_380px]">
        <Card>
          <Loaded query={query} skeleton={<ListSkeleton />}>
            {own.length === 0 ? (
              <EmptyState icon={CalendarRange} title={t('mine.none')} text={t('mine.noneText')} />
            ) : (
              <ul className="divide-y">
                {own.map((shift) => (
                  <ShiftLine key={shift.id} shift={shift}>
                    {Date.parse(shift.starts_at) > serverNow() && (
                      <Button size="small" onClick={() => setSwapped(shift)}>
                        {t('mine.swap')}
                      </Button>
                    )}
                  </ShiftLine>
                ))}
              </ul>
            )}
          </Loaded>
        </Card>
        <div className="grid gap-4">
          <SwapsAsked />
          {open.length > 0 && (
            <Card>
              <CardHeader divided title={t('mine.open')} />
              <ul className="divide-y">
                {open.map((shift) => (
                  <ShiftLine key={shift.id} shift={shift}>
                    <Button
                      size="small"
                      variant="primary"
                      busy={take.isPending && take.variables === shift.id}
                      onClick={() => take.mutate(shift.id)}
                    >
                      {t('mine.take')}
                    </Button>
                  </ShiftLine>
                ))}
              </ul>
            </Card>
          )}
          <AvailabilityCard />
        </div>
      </div>
      {swapped && <SwapDialog shift={swapped} onClose={() => setSwapped(null)} />}
    </>
  );
}

function ShiftLine({ shift, children }: { shift: MyShift; children: React.ReactNode }) {
  const { t } = useTranslation(['scheduling', 'my-shifts']);
  const format = useFormat();
  const clock = useZoneClocks()(shift.time_zone);
  const isChanged = shift.previous_starts_at !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3">
      <div className="mr-auto min-w-0">
        <p className="font-[620]">
          {format.weekdayDate(shift.work_date)}
          <span className="tabular ml-3 font-[550]">
            {clock.range(shift.starts_at, shift.ends_at)}
          </span>
        </p>
        <p className="text-muted text-sm">
          {[shift.project_name, shift.cost_code, shift.equipment_name, shift.note]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {isChanged && (
          <p className="text-attention-strong text-sm">
            {t('mine.was', {
              time: [
                `${clock.dateTime(shift.previous_starts_at)} – ${clock.time(shift.previous_ends_at)}`,
                shift.previous_project_name,
              ]
                .filter(Boolean)
                .join(', '),
            })}
          </p>
        )}
      </div>
      {isChanged && <Badge tone="attention">{t('my-shifts:changed')}</Badge>}
      {children}
    </li>
  );
}
