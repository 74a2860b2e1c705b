import type { Strokes } from '@/components/shared/signature-pad';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

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
  return useWrite({
    send: async ({
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
    done: (name) => t('toast.signed', { name }),
    stale: [queryKeys.bulletins],
    quiet: true,
  });
}
