import { useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { incidentQuery } from '@/features/safety/api/queries';
import type { CaseStart } from '@/features/safety/case-form';
import { dateOf, minuteOfDay } from '@/lib/time';

/** What an incident says, as the beginning of a case. */
export function useIncidentStart(companyId: string, incidentId: string | null) {
  const zone = useViewer().company?.time_zone ?? 'UTC';
  return useQuery({
    ...incidentQuery(companyId, incidentId ?? ''),
    enabled: incidentId !== null,
    select: (incident): CaseStart | undefined =>
      incident
        ? {
            incidentId: incident.id,
            employeeId: incident.employee_id,
            happenedOn: dateOf(Date.parse(incident.happened_at), zone),
            happenedTime: minuteOfDay(incident.happened_at, zone),
            place: incident.place ?? '',
            description: [incident.description, incident.body_part].filter(Boolean).join(', '),
            hospitalized: incident.treatment === 'hospital',
          }
        : undefined,
  });
}
