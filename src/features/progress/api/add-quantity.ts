import { saveAndSend } from '@/entities/offline/save-and-send';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface NewQuantity {
  project_id: string;
  cost_code_id: string;
  work_date: string;
  /** Negative: a correction. */
  quantity: number;
  area: string | null;
  note: string | null;
  /** Of a photo that is sent by itself. */
  photo_id: string | null;
}

export function useAddQuantity(companyId: string) {
  const { t } = useTranslation('progress');
  return useWrite({
    send: (values: NewQuantity) => {
      const id = uuidv7();
      return saveAndSend(
        async (signal) => {
          unwrap(
            await supabase()
              .from('quantities')
              .insert({ ...values, id, company_id: companyId })
              .abortSignal(signal),
          );
          return id;
        },
        'quantity',
        { ...values, quantity_id: id },
      );
    },
    // Kept on the phone, it has been said already.
    done: (sent) => (sent ? t('toast.saved') : null),
    stale: [queryKeys.budgets, queryKeys.projects],
    // What was entered is safe, whether or not the lists can be loaded again.
    refreshesInBackground: true,
    quiet: true,
  });
}
