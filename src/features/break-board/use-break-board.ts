import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProjectNames } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { breakBoardQuery } from '@/features/break-board/api/queries';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';

/** Of people who only share a project with a foreman no change is heard, so it is asked for anew. */
const POLL_MS = 60_000;
const TABLES = { stale: [queryKeys.breaks] } as const;

/** The board, live: the screen counts minutes by itself and asks only when something changed. */
export function useBreakBoard() {
  const { company, employee } = useViewer();
  const filter = company ? `company_id=eq.${company.id}` : null;
  useLiveTable({ table: 'time_entries', filter, ...TABLES });
  useLiveTable({ table: 'time_entry_breaks', filter, ...TABLES });
  useLiveTable({ table: 'break_offers', filter, ...TABLES });
  useLiveTable({ table: 'site_weather', filter, ...TABLES });
  const query = useQuery({
    ...breakBoardQuery(employee?.id ?? ''),
    enabled: employee !== null,
    refetchInterval: POLL_MS,
  });
  const nameOf = useProjectNames();
  const data = useMemo(
    () =>
      query.data?.map((row) => ({
        ...row,
        project_name: nameOf(row.project_id, row.project_name),
      })),
    [query.data, nameOf],
  );
  return { ...query, data, isPending: query.isPending && employee !== null };
}
