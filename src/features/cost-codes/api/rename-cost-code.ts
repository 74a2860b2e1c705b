import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import { queryKeys } from '@/lib/query-keys';
import { toast } from '@/lib/toast';

type CodeText = { name: string } | { unit: string | null };

interface Renamed {
  id: string;
  /** What was edited in its place, and what it was. */
  change: CodeText;
  before: CodeText;
}

export function useRenameCostCode(companyId: string) {
  const { t } = useTranslation('cost-codes');
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change, before }: Renamed) =>
      saveChanges({
        table: 'cost_codes',
        key: { company_id: companyId, id },
        after: change,
        before,
      }),
    onSuccess: () => {
      toast.success(t('toast.saved'));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.costCodes] }),
  });
}
