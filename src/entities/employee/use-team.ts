import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type TeamMember, teamQuery } from '@/entities/employee/team-query';
import { countsAt, type OfflineEvent } from '@/entities/offline/offline-event';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useEmployee } from '@/entities/viewer/use-viewer';

type NameOf = (projectId: string | null | undefined) => string | null;

/** The member after a punch the server has not heard of yet. */
function after(member: TeamMember, event: OfflineEvent, nameOf: NameOf): TeamMember {
  switch (event.kind) {
    case 'clock_in':
    case 'switch': {
      const project_name = nameOf(event.payload.project_id);
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
  const { data: projects } = useProjectOptions();
  const query = useQuery({ ...teamQuery(me), ...(options as object), enabled: me !== '' });
  const data = useMemo(() => {
    if (!query.data || events.length === 0) return query.data;
    const nameOf: NameOf = (id) => projects?.find((project) => project.id === id)?.name ?? null;
    return query.data.map((member) =>
      events
        .filter(({ employee_id = me }) => employee_id === member.employee_id)
        .reduce((now, event) => after(now, event, nameOf), member),
    );
  }, [query.data, events, projects, me]);
  return { ...query, data };
}
