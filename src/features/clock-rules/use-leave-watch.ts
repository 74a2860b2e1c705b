import { useQuery, useQueryClient } from '@tanstack/react-query';
import { nearestSite } from '@/entities/geofence/edge-distance';
import { fencesQuery } from '@/entities/geofence/geofences-query';
import { openBreak } from '@/entities/running-entry/running-entry';
import { reloadTime } from '@/entities/running-entry/update-running-entry';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import { reportLeftSite } from '@/features/clock-rules/api/report-left-site';
import { isLocationShared, readLocation } from '@/lib/device-location';
import { queryKeys } from '@/lib/query-keys';

const CHECKS_EVERY_MS = 2 * 60_000;

/**
 * While the page is open and the rule asks for it: whether the device has left the site of the running
 * clock. Only a position that is outside for certain is sent, and the database decides.
 */
export function useLeaveWatch(isOn: boolean): void {
  const { company } = useViewer();
  const client = useQueryClient();
  const running = useRunningEntry();
  const isWatched =
    isOn &&
    running !== null &&
    openBreak(running) === null &&
    company?.capture_location === true &&
    isLocationShared();
  const { data: fences } = useQuery({ ...fencesQuery(company?.id ?? ''), enabled: isWatched });
  const own = (fences ?? []).filter(({ project_id }) => project_id === running?.project_id);
  useQuery({
    queryKey: [queryKeys.here, 'left', running?.id],
    queryFn: async () => {
      const here = await readLocation();
      const site = here && nearestSite(own, here.latitude, here.longitude);
      if (!here || !running || !site || site.edge <= here.accuracy_m) return null;
      if (await reportLeftSite(running.id, here)) await reloadTime(client);
      return null;
    },
    enabled: isWatched && own.length > 0,
    refetchInterval: CHECKS_EVERY_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
  });
}
