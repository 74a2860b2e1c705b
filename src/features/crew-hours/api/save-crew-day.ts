import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { type CrewDay, saveCrewDay } from '@/features/crew-hours/api/queries';
import type { CellRow } from '@/features/crew-hours/matrix';
import { queryKeys } from '@/lib/query-keys';

export function useSaveCrewDay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ day, rows }: { day: CrewDay; rows: readonly CellRow[] }) =>
      saveCrewDay(day, rows),
    onSuccess: () =>
      Promise.all([client.invalidateQueries({ queryKey: [queryKeys.crews] }), refreshTime(client)]),
    meta: { quiet: true },
  });
}
