import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type TeamMember, teamQuery } from '@/entities/employee/team-query';
import { countsAt, type OfflineEvent } from '@/entities/offline/offline-event';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { useProjectNames } from '@/entities/project/projects-query';
import { useEmployee } from '@/entities/viewer/use-viewer';

/** The member after a punch the server has not heard of yet. */
function after(
  member: TeamMember,
  event: OfflineEvent,
  nameOf: ReturnType<typeof useProjectNames>,
): TeamMember {
  switch (event.kind) {
    case 'clock_in':
    case 'switch': {
      const project_name = nameOf(event.payload.project_id, null);
      return { ...member, status: 'in', since: countsAt(event), project_name };
    }
    case 'clock_out':
      return { ...member, status: 'out', since: null, project_name: null };
    case 'start_break':
      return { ...member, status: 'break' };
    case 'end_break':
      return { ...member, status: 'in' };
    default:
      return member;
  }
}

/** Whom one works with, with what this phone has not sent yet. */
export function useTeam(options: Pick<UseQueryOptions, 'refetchInterval'> = {}) {
  const me = useEmployee()?.id ?? '';
  const events = useQueuedEvents();
  const nameOf = useProjectNames();
  const query = useQuery({ ...teamQuery(me), ...(options as object), enabled: me !== '' });
  const data = useMemo(() => {
    const named = query.data?.map((member) => ({
      ...member,
      project_name: nameOf(member.project_id, member.project_name),
    }));
    if (!named || events.length === 0) return named;
    return named.map((member) =>
      events
        .filter(({ employee_id = me }) => employee_id === member.employee_id)
        .reduce((now, event) => after(now, event, nameOf), member),
    );
  }, [query.data, events, nameOf, me]);
  return { ...query, data };
}
