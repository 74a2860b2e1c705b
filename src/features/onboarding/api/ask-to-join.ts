import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

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
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ employee_id }: Listing) =>
      unwrap(await supabase().rpc('ask_to_join', { employee_id_param: employee_id })),
    onSuccess: (_asked, { company_name }) => {
      toast.success(t('listed.asked', { company: company_name }));
      return client.invalidateQueries({ queryKey: [queryKeys.viewer, 'listings'] });
    },
    meta: { failureText: 'onboarding:error.ask' },
  });
}
