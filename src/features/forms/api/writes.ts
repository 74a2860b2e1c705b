import { saveRow } from '@/entities/edit/save-row';
import type { FormCategory, FormDefinition, FormTemplate } from '@/entities/form/form-definition';
import type { Assignment } from '@/features/forms/api/queries';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import type { Change } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

const stale = [queryKeys.forms];
const SERIES = 'toolbox_talks';

export interface FormFields {
  name: string;
  name_es: string;
  category: FormCategory;
  definition: FormDefinition;
}

async function addForms(forms: readonly object[]): Promise<void> {
  unwrap(await supabase().rpc('add_forms', { forms_param: asJson(forms) }));
}

/** Copies of templates; `inOrder` makes them the series of weekly talks. */
export function useAddTemplates() {
  const { t } = useTranslation('forms');
  return useWrite({
    send: ({ templates, inOrder }: { templates: readonly FormTemplate[]; inOrder: boolean }) =>
      addForms(
        templates.map(({ id, name, category, definition }, at) => ({
          id: uuidv7(),
          template_id: id,
          name: name.en,
          name_es: name.es,
          category,
          definition,
          ...(inOrder && { series: SERIES, series_position: at + 1 }),
        })),
      ),
    done: t('templates.addedToast'),
    stale,
  });
}

interface Save {
  /** Null: a new form. */
  opened: { id: string; version: number } | null;
  fields: FormFields;
}

export function useSaveForm() {
  const { t } = useTranslation('forms');
  return useWrite({
    send: async ({ opened, fields }: Save): Promise<void> => {
      if (!opened) return addForms([{ id: uuidv7(), ...fields }]);
      unwrap(
        await supabase().rpc('change_form', {
          id_param: opened.id,
          form_param: asJson(fields),
          based_on_param: opened.version,
        }),
      );
    },
    done: t('builder.saved'),
    stale,
    quiet: true,
  });
}

export function useArchiveForm(companyId: string) {
  return useWrite({
    send: async ({ id, archived }: { id: string; archived: boolean }) =>
      unwrap(
        await supabase()
          .from('forms')
          .update({ archived_at: archived ? new Date().toISOString() : null })
          .eq('company_id', companyId)
          .eq('id', id),
      ),
    stale,
  });
}

export function useSaveAssignment(companyId: string) {
  const { t } = useTranslation('forms');
  return useWrite({
    send: (draft: { opened: Assignment | null; fields: Change<'form_assignments'> }) =>
      saveRow({ table: 'form_assignments', companyId, ...draft }),
    done: t('assign.saved'),
    stale: [queryKeys.forms, queryKeys.viewer],
    quiet: true,
  });
}
