import { queryOptions } from '@tanstack/react-query';
import { saveChanges } from '@/entities/edit/save-changes';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

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
  const companyId = useViewer().company?.id ?? '';
  return useWrite({
    send: async ({ after, before }: { after: BillingContact; before: BillingContact }) => {
      const key = { company_id: companyId };
      // An empty one to change, where none was ever saved.
      unwrap(await supabase().from('billing_contacts').upsert(key, { ignoreDuplicates: true }));
      const saved = await saveChanges({ table: 'billing_contacts', key, after, before });
      return { ...after, ...saved } as BillingContact;
    },
    done: t('company.saved'),
    onSuccess: (contact, _edit, client) =>
      client.setQueryData(billingContactQuery(companyId).queryKey, contact),
    quiet: true,
  });
}
