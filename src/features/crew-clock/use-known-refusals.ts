import { useQuery } from '@tanstack/react-query';
import { missingCertificatesQuery } from '@/entities/certificate/missing-certificates-query';
import type { RefusedPerson } from '@/entities/clock-rule/clock-refusal';
import type { CrewMember } from '@/entities/crew/crew-member';
import type { Work } from '@/entities/crew/crew-plan';
import { useEmployee, useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import type { WorkGroup } from '@/features/crew-clock/crew-plan';
import { useToday } from '@/lib/use-today';

/** A foreman starts nobody on a project whose team the person is not on. */
export const isClosedTo = ({ closed_project_ids }: CrewMember, work: Work | null): boolean =>
  work !== null && closed_project_ids?.includes(work.projectId) === true;

/** Who could not start, by what this phone last heard from the server. */
export function useKnownRefusals(): (groups: readonly WorkGroup[]) => RefusedPerson[] {
  const me = useEmployee();
  const { certificates, company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const isManager = useIsPrivileged();
  const { data = [] } = useQuery({
    ...missingCertificatesQuery(me?.id ?? ''),
    enabled: me !== null && Boolean(certificates),
  });
  const lackingOf = (id: string): string[] =>
    data
      .filter(({ employee_id, blocks_clock, state, work_date }) => {
        const isDue = work_date === null || work_date === today;
        return employee_id === id && blocks_clock && state !== 'expiring' && isDue;
      })
      .map(({ type_name }) => type_name);
  const refusalOf = (member: CrewMember, work: Work | null): RefusedPerson | null => {
    const id = member.employee_id;
    if (isClosedTo(member, work)) return { id, hint: 'project_not_open_to_you', message: '' };
    const lacking = lackingOf(id);
    if (lacking.length === 0) return null;
    return { id, hint: 'clock_rule_certificate', message: '', certificates: lacking };
  };
  return (groups) =>
    isManager
      ? []
      : groups.flatMap(({ work, members }) =>
          members.flatMap((member) => refusalOf(member, work) ?? []),
        );
}
