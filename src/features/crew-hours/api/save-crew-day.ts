import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { type CrewDay, saveCrewDay } from '@/features/crew-hours/api/queries';
import type { CellRow } from '@/features/crew-hours/matrix';
import { queryKeys } from '@/lib/query-keys';
import { useWrite } from '@/lib/use-write';

export function useSaveCrewDay() {
  return useWrite({
    send: ({ day, rows }: { day: CrewDay; rows: readonly CellRow[] }) => saveCrewDay(day, rows),
    stale: [queryKeys.crews, refreshTime],
    quiet: true,
  });
}
