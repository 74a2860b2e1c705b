import { useZoneClocks } from '@/entities/project/use-site-clock';
import { type RecentWork, useRecentWork } from '@/entities/recent-work/recent-work-query';
import { useMyShifts } from '@/entities/shift/my-shifts-query';
import { serverNow } from '@/lib/server-clock';

const MAX_WORK = 3;

/** What today's schedule says comes first, then what was worked on last. */
export function useLikelyWork(): (RecentWork & { scheduled?: string })[] {
  const recent = useRecentWork();
  const clockIn = useZoneClocks();
  const { data: shifts = [], today } = useMyShifts();
  const planned = shifts
    .filter(
      ({ open, work_date, ends_at }) =>
        !open && work_date === today && Date.parse(ends_at) > serverNow(),
    )
    .flatMap(({ project_id, project_name, cost_code_id, cost_code, starts_at, time_zone }) =>
      project_id
        ? {
            projectId: project_id,
            projectName: project_name ?? '',
            costCodeId: cost_code_id,
            costCode: cost_code,
            scheduled: clockIn(time_zone).time(starts_at),
          }
        : [],
    );
  const isPlanned = (work: RecentWork) =>
    planned.some((p) => p.projectId === work.projectId && p.costCodeId === work.costCodeId);
  return [...planned, ...recent.filter((work) => !isPlanned(work))].slice(0, MAX_WORK);
}
