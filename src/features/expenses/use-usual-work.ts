import { useRecentWork } from '@/entities/recent-work/recent-work-query';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';

/** What the running clock is on, else what was worked on last: nobody chooses it twice a day. */
export function useUsualWork(): { projectId: string | null; costCodeId: string | null } {
  const running = useRunningEntry();
  const [recent] = useRecentWork();
  if (running?.project_id)
    return { projectId: running.project_id, costCodeId: running.cost_code_id };
  return { projectId: recent?.projectId ?? null, costCodeId: recent?.costCodeId ?? null };
}
