import { useQuery } from '@tanstack/react-query';
import { classesOn, proposalFor } from '@/entities/classification/classes';
import { classificationsQuery } from '@/entities/classification/classifications-query';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { ClockMoment } from '@/features/clock-sheet/use-clock-moment';
import { useToday } from '@/lib/use-today';

/** The entry that was just started on public work and whose class nobody named; null: there is none. */
export function useClassToName(moment: ClockMoment | null): {
  isWaiting: boolean;
  unclassified: RunningEntry | null;
} {
  const { company, public_work: hasPublicWork = false } = useViewer();
  const running = useRunningEntry();
  const date = useToday(company?.time_zone ?? 'UTC');
  const { data, isPending } = useQuery({
    ...classificationsQuery(company?.id ?? ''),
    enabled: hasPublicWork,
  });
  const entry =
    moment &&
    moment.moment !== 'out' &&
    running?.id === moment.entryId &&
    !running.classification_id
      ? running
      : null;
  const work = entry && {
    projectId: entry.project_id,
    costCodeId: entry.cost_code_id,
    employeeId: entry.employee_id,
    date,
  };
  const isAsked =
    hasPublicWork &&
    work !== null &&
    classesOn(data?.classes ?? [], date).some(({ project_id }) => project_id === work.projectId) &&
    !proposalFor(data?.defaults ?? [], work);
  return {
    isWaiting: hasPublicWork && entry !== null && isPending,
    unclassified: isAsked ? entry : null,
  };
}
