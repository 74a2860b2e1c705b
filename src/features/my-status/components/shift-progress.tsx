import { Progress } from '@/components/ui/progress';
import { useZoneClocks } from '@/entities/project/use-site-clock';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { useMyShifts } from '@/entities/shift/my-shifts-query';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

/** How far the planned shift is, where there is one on this project now. */
export function ShiftProgress({ running }: { running: RunningEntry }) {
  const { t } = useTranslation('my-status');
  const clockIn = useZoneClocks();
  const now = useNowSeconds();
  const { data: shifts = [], today } = useMyShifts();
  const shift = shifts.find(
    ({ open, work_date, project_id, ends_at }) =>
      !open &&
      work_date === today &&
      project_id === running.project_id &&
      Date.parse(ends_at) > Date.parse(running.clock_in),
  );
  if (!shift) return null;
  const [from, to] = [Date.parse(shift.starts_at) / 1000, Date.parse(shift.ends_at) / 1000];
  const clock = clockIn(shift.time_zone);
  return (
    <>
      <Progress
        tone="running"
        className="mt-3"
        label={t('clock.shift')}
        value={(100 * (now - from)) / (to - from)}
      />
      <p className="tabular mt-1.5 flex justify-between gap-3 text-muted text-sm">
        <span>{clock.time(shift.starts_at)}</span>
        <span>{clock.time(shift.ends_at)}</span>
      </p>
    </>
  );
}
