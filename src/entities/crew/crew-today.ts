import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type CrewMember,
  type NameOf,
  onAnotherDay,
  withPunches,
} from '@/entities/crew/crew-member';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { allRows } from '@/lib/all-pages';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { dateOf } from '@/lib/time';
import { useToday } from '@/lib/use-today';

/** Others' entries are not ours to hear of, so the crew is asked for anew. */
const CREW_POLL_MS = 15_000;

export const crewTodayQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.team, 'crew', employeeId],
    queryFn: async ({ signal }) =>
      (await allRows(() => supabase().rpc('crew_today').abortSignal(signal))) as CrewMember[],
  });

/** Whom the viewer may clock today, oneself left out, with what this phone has not sent yet. */
export function useCrewToday() {
  const me = useEmployee();
  const { company } = useViewer();
  const zone = company?.time_zone ?? 'UTC';
  const today: IsoDate = useToday(zone);
  const events = useQueuedEvents();
  const { data: projects } = useProjectOptions();
  const mayClock = me !== null && me.role !== 'employee';
  const query = useQuery({
    ...crewTodayQuery(me?.id ?? ''),
    enabled: mayClock,
    refetchInterval: CREW_POLL_MS,
  });
  const { data: stored, dataUpdatedAt } = query;
  const data = useMemo(() => {
    if (!stored) return stored;
    const others = stored.filter(({ employee_id }) => employee_id !== me?.id);
    const isOld = dateOf(dataUpdatedAt, zone) !== today;
    const nameOf: NameOf = (id) => projects?.find((project) => project.id === id)?.name ?? null;
    return withPunches(isOld ? others.map(onAnotherDay) : others, events, nameOf);
  }, [stored, dataUpdatedAt, today, zone, events, projects, me?.id]);
  return { ...query, data };
}
