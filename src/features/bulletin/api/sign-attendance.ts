import { useTranslation } from 'react-i18next';
import type { Strokes } from '@/components/shared/signature-pad';
import { useBulletinWrite } from '@/features/bulletin/api/use-bulletin-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export interface AttendanceInput {
  bulletinId: string;
  companyId: string;
  heldBy: string;
  /** Where it is held, if that is known: the report of that day shows it. */
  projectId: string | null;
  heldOn: string;
  name: string;
  /** Null for someone who is not on the list. */
  employeeId: string | null;
  strokes: Strokes;
  language: string;
}

export function useSignAttendance() {
  const { t } = useTranslation('bulletin');
  return useBulletinWrite(
    async ({
      bulletinId,
      companyId,
      heldBy,
      projectId,
      heldOn,
      name,
      employeeId,
      strokes,
      language,
    }: AttendanceInput) => {
      unwrap(
        await supabase()
          .from('talk_signatures')
          .insert({
            company_id: companyId,
            bulletin_id: bulletinId,
            employee_id: employeeId,
            signed_name: name,
            strokes: strokes.map((line) => line.map((point) => [...point])),
            language,
            held_by: heldBy,
            project_id: projectId,
            held_on: heldOn,
          }),
      );
      return name;
    },
    (name) => t('toast.signed', { name }),
    true,
  );
}
