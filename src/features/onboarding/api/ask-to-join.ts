import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface Listing {
  employee_id: string;
  company_name: string;
  /** Null: not asked yet. */
  asked_at: string | null;
}

/** Companies that have the viewer's address on their list and have not invited it. */
export const listingsQuery = (userId: string) =>
  queryOptions({
    queryKey: [queryKeys.viewer, 'listings', userId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('companies_listing_me').abortSignal(signal)) as Listing[],
  });

export function useAskToJoin() {
  const { t } = useTranslation('onboarding');
  return useWrite({
    send: async ({ employee_id }: Listing) =>
      unwrap(await supabase().rpc('ask_to_join', { employee_id_param: employee_id })),
    done: (_asked, { company_name }) => t('listed.asked', { company: company_name }),
    stale: [[queryKeys.viewer, 'listings']],
    failureText: 'onboarding:error.ask',
  });
}
