import { saveChanges } from '@/entities/edit/save-changes';
import type { Incident } from '@/features/verification/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export type IncidentFields = Partial<
  Pick<Incident, 'description' | 'body_part' | 'place' | 'witnesses' | 'treatment' | 'status'>
>;

/** The short form, or its end: every change goes into the timeline by itself. */
export function useSaveIncident(companyId: string) {
  const { t } = useTranslation('verification');
  return useWrite({
    send: ({ id, after, before }: { id: string; after: IncidentFields; before: IncidentFields }) =>
      saveChanges({ table: 'incidents', key: { company_id: companyId, id }, after, before }),
    done: t('toast.incidentSaved'),
    stale: [queryKeys.dashboard, queryKeys.verification],
    quiet: true,
  });
}

export function useAddIncidentNote(companyId: string) {
  const { t } = useTranslation('verification');
  return useWrite({
    send: async ({ incidentId, body }: { incidentId: string; body: string }) => {
      unwrap(
        await supabase()
          .from('incident_notes')
          .insert({ company_id: companyId, incident_id: incidentId, body }),
      );
    },
    done: t('toast.noteAdded'),
    stale: [queryKeys.dashboard, queryKeys.verification],
  });
}

/** What is known when it is opened; the rest is filled in its form. */
export type NewIncident = Pick<Incident, 'employee_id'> &
  Partial<Pick<Incident, 'project_id' | 'answer_id' | 'happened_at' | 'description'>>;

/** Managers for anyone, everyone for themselves. */
export function useReportIncident(companyId: string) {
  const { t } = useTranslation('verification');
  return useWrite({
    send: async (known: NewIncident) => {
      const id = uuidv7();
      unwrap(
        await supabase()
          .from('incidents')
          .insert({ id, company_id: companyId, ...known }),
      );
      return id;
    },
    done: t('toast.incidentOpened'),
    stale: [queryKeys.dashboard, queryKeys.verification],
  });
}
