import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import type { Incident } from '@/features/verification/api/queries';
import { useVerificationWrite } from '@/features/verification/api/use-verification-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { uuidv7 } from '@/lib/uuid';

export type IncidentFields = Partial<
  Pick<Incident, 'description' | 'body_part' | 'place' | 'witnesses' | 'treatment' | 'status'>
>;

/** The short form, or its end: every change goes into the timeline by itself. */
export function useSaveIncident(companyId: string) {
  const { t } = useTranslation('verification');
  return useVerificationWrite(
    ({ id, after, before }: { id: string; after: IncidentFields; before: IncidentFields }) =>
      saveChanges({ table: 'incidents', key: { company_id: companyId, id }, after, before }),
    () => toast.success(t('toast.incidentSaved')),
    true,
  );
}

export function useAddIncidentNote(companyId: string) {
  const { t } = useTranslation('verification');
  return useVerificationWrite(
    async ({ incidentId, body }: { incidentId: string; body: string }) => {
      unwrap(
        await supabase()
          .from('incident_notes')
          .insert({ company_id: companyId, incident_id: incidentId, body }),
      );
    },
    () => toast.success(t('toast.noteAdded')),
  );
}

/** Managers for anyone, everyone for themselves. */
export function useReportIncident(companyId: string) {
  const { t } = useTranslation('verification');
  return useVerificationWrite(
    async ({ employeeId }: { employeeId: string }) => {
      const id = uuidv7();
      unwrap(
        await supabase()
          .from('incidents')
          .insert({ id, company_id: companyId, employee_id: employeeId }),
      );
      return id;
    },
    () => toast.success(t('toast.incidentOpened')),
  );
}
