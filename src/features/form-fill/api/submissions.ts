import { queryOptions } from '@tanstack/react-query';
import type { FormAnswers } from '@/entities/form/form-answers';
import type { FormCategory, FormDefinition } from '@/entities/form/form-definition';
import type { FormDue, Frequency } from '@/entities/form/forms-due-query';
import type { Draft } from '@/features/form-fill/draft';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** What the viewer answered the last time; null: never. */
export const lastAnswersQuery = (employeeId: string, formId: string) =>
  queryOptions({
    queryKey: [queryKeys.forms, 'last', employeeId, formId],
    queryFn: async ({ signal }) => {
      const [last] = unwrap(
        await supabase()
          .from('form_submissions')
          .select('answers')
          .eq('employee_id', employeeId)
          .eq('form_id', formId)
          .order('filled_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      );
      return (last?.answers ?? null) as unknown as FormAnswers | null;
    },
  });

interface Sent {
  id: string;
  form_id: string;
  form_version_id: string;
  assignment_id: string | null;
  project_id: string;
  crew_id: string | null;
  equipment_id: string | null;
  answers: FormAnswers;
  photo_ids: string[];
  work_date: string;
  filled_at: string;
  forms: { name: string; name_es: string; category: FormCategory };
  form_versions: { number: number; definition: FormDefinition };
  form_assignments: { every: Frequency } | null;
  projects: { name: string } | null;
  crews: { name: string } | null;
  equipment: { name: string; number: string | null } | null;
}

const SENT =
  '*, forms(name, name_es, category), form_versions(number, definition), form_assignments(every), projects(name), crews(name), equipment(name, number)';

const dueOf = (sent: Sent): FormDue => ({
  assignment_id: sent.assignment_id ?? '',
  form_id: sent.form_id,
  version_id: sent.form_version_id,
  version: sent.form_versions.number,
  name: sent.forms.name,
  name_es: sent.forms.name_es,
  category: sent.forms.category,
  definition: sent.form_versions.definition,
  every: sent.form_assignments?.every ?? 'any_time',
  project_id: sent.project_id,
  project_name: sent.projects?.name ?? null,
  crew_id: sent.crew_id,
  crew_name: sent.crews?.name ?? null,
  equipment_id: sent.equipment_id,
  equipment_name: sent.equipment
    ? [sent.equipment.number, sent.equipment.name].filter(Boolean).join(' ')
    : null,
  period_start: sent.work_date,
  period_end: sent.work_date,
  per_person: true,
  done_id: null,
  done_at: null,
  done_by: null,
});

/** A form that was sent, as the beginning of its correction: the same questions, its answers and photos. */
export const correctionQuery = (companyId: string, id: string) =>
  queryOptions({
    queryKey: [queryKeys.forms, 'correction', companyId, id],
    queryFn: async ({ signal }): Promise<Omit<Draft, 'id'>> => {
      const sent = unwrap(
        await supabase()
          .from('form_submissions')
          .select(SENT)
          .eq('company_id', companyId)
          .eq('id', id)
          .abortSignal(signal)
          .single(),
      ) as unknown as Sent;
      const photos = unwrap(
        await supabase()
          .from('photos')
          .select('id, path')
          .eq('company_id', companyId)
          .in('id', sent.photo_ids)
          .abortSignal(signal),
      );
      return {
        due: dueOf(sent),
        projectId: sent.project_id,
        equipmentId: sent.equipment_id,
        answers: sent.answers,
        corrects: { id, photos: Object.fromEntries(photos.map((photo) => [photo.id, photo.path])) },
      };
    },
    staleTime: 0,
  });
