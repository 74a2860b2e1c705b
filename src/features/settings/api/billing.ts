import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export function billingHistoryQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.settings, 'exports', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('payroll_exports')
          .select('id, format, start_date, end_date, created_at')
          .eq('company_id', companyId)
          .order('created_at', { ascending: false })
          .limit(100)
          .abortSignal(signal),
      ),
  });
}

export interface BillingContact {
  name: string;
  email: string;
  address: string;
}

const NO_CONTACT: BillingContact = { name: '', email: '', address: '' };

/** For owners; everyone else gets an empty one. */
export function billingContactQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.settings, 'billing-contact', companyId],
    queryFn: async ({ signal }): Promise<BillingContact> =>
      unwrap(
        await supabase()
          .from('billing_contacts')
          .select('name, email, address')
          .eq('company_id', companyId)
          .abortSignal(signal)
          .maybeSingle(),
      ) ?? NO_CONTACT,
  });
}

export function useSaveBillingContact() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const companyId = useViewer().company?.id ?? '';
  return useMutation({
    mutationFn: async ({ after, before }: { after: BillingContact; before: BillingContact }) => {
      const key = { company_id: companyId };
      // An empty one to change, where none was ever saved.
      unwrap(await supabase().from('billing_contacts').upsert(key, { ignoreDuplicates: true }));
      const saved = await saveChanges({ table: 'billing_contacts', key, after, before });
      return { ...after, ...saved } as BillingContact;
    },
    onSuccess: (contact) => {
      toast.success(t('company.saved'));
      client.setQueryData(billingContactQuery(companyId).queryKey, contact);
    },
    meta: { quiet: true },
  });
}
