import type { Demand } from '@/features/scheduling/board';
import { useBoardUndo } from '@/features/scheduling/board-undo';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

const demands = () => supabase().from('labor_demands');

/** A new one has no id; the form shows a failure itself. */
export function useSaveDemand(companyId: string) {
  const { t } = useTranslation('scheduling');
  return useWrite({
    send: async ({ id, ...fields }: Omit<Demand, 'id'> & { id: string | null }) =>
      unwrap(
        id
          ? await demands().update(fields).eq('company_id', companyId).eq('id', id)
          : await demands().insert({ ...fields, id: uuidv7(), company_id: companyId }),
      ),
    done: t('toast.demandSaved'),
    stale: [queryKeys.schedule],
    quiet: true,
  });
}

export function useRemoveDemand(companyId: string) {
  const { t } = useTranslation('scheduling');
  const { offer } = useBoardUndo();
  return useWrite({
    send: async ({ id }: Demand) =>
      unwrap(await demands().delete().eq('company_id', companyId).eq('id', id)),
    done: (_, demand) => ({
      title: t('toast.demandRemoved'),
      undo: offer(async () => unwrap(await demands().insert({ ...demand, company_id: companyId }))),
    }),
    stale: [queryKeys.schedule],
    failureText: 'scheduling:error.demand',
  });
}
