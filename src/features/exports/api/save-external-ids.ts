import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FilePerson } from '@/features/exports/formats/file-data';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

interface IdChange {
  companyId: string;
  key: string;
  ids: readonly { person: FilePerson; id: string }[];
}

/** IDs of people in a payroll system; those in other systems stay. */
export function useSaveExternalIds() {
  const { t } = useTranslation('exports');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ companyId, key, ids }: IdChange) => {
      for (const { person, id } of ids) {
        unwrap(
          await supabase()
            .from('employees')
            .update({ external_ids: { ...person.externalIds, [key]: id } })
            .eq('company_id', companyId)
            .eq('id', person.id),
        );
      }
    },
    onSuccess: () => toast.success(t('toast.idsSaved')),
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.payroll] }),
    meta: { failureText: 'exports:failed.ids' },
  });
}
