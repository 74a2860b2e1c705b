import type { CustomChoice, CustomKind, CustomTable } from '@/entities/custom-field/custom-field';
import type { StoredField } from '@/entities/custom-field/custom-fields-query';
import { deleteRow, saveRow } from '@/entities/edit/save-row';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface FieldFields {
  on_table: CustomTable;
  name: string;
  name_es: string | null;
  kind: CustomKind;
  choices: CustomChoice[];
  required: boolean;
  shown: 'phone' | 'desk';
  position?: number;
  archived_at?: string | null;
}

export interface FieldDraft {
  fields: Partial<FieldFields>;
  /** As it was when it was opened; null: a new one. */
  opened: StoredField | null;
}

/** The viewer says on which tables there are fields. */
const STALE = [queryKeys.customFields, queryKeys.viewer];

export function useSaveField(companyId: string) {
  const { t } = useTranslation('custom-fields');
  return useWrite({
    send: ({ fields: { choices, ...fields }, opened }: FieldDraft) =>
      saveRow({
        table: 'custom_fields',
        companyId,
        fields: { ...fields, ...(choices && { choices: asJson(choices) }) },
        opened: opened && { ...opened, choices: asJson(opened.choices) },
      }),
    done: (_saved, { fields, opened }) => {
      if (!opened) return t('toast.added');
      if (fields.archived_at === undefined) return t('toast.saved');
      return t(fields.archived_at ? 'toast.archived' : 'toast.restored');
    },
    stale: STALE,
    failureText: 'custom-fields:error.save',
  });
}

export function useDeleteField(companyId: string) {
  const { t } = useTranslation('custom-fields');
  return useWrite({
    send: (id: string) => deleteRow('custom_fields', companyId, id),
    done: t('toast.deleted'),
    stale: STALE,
    failureText: 'custom-fields:error.delete',
  });
}
