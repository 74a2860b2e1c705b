import { queryOptions } from '@tanstack/react-query';
import { saveRow } from '@/entities/edit/save-row';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export const LICENSE_TYPES = ['CSLB', 'PL', 'OTHER'] as const;

export type Contractor = Narrowed<
  Row<'contractor_details'>,
  { license_type: (typeof LICENSE_TYPES)[number] | null }
>;

export type ContractorFields = Omit<
  Contractor,
  'id' | 'company_id' | 'external_ids' | 'signers' | 'created_at' | 'created_by' | 'updated_at'
>;

/** The company as agencies know it; null until an owner entered it. */
export function contractorQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.publicWork, 'contractor', companyId],
    queryFn: async ({ signal }) =>
      (unwrap(
        await supabase()
          .from('contractor_details')
          .select('*')
          .eq('company_id', companyId)
          .limit(1)
          .abortSignal(signal),
      )[0] ?? null) as Contractor | null,
  });
}

export function useSaveContractor(companyId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: ({ fields, opened }: { fields: ContractorFields; opened: Contractor | null }) =>
      saveRow({ table: 'contractor_details', companyId, fields, opened }),
    done: t('contractor.saved'),
    stale: [queryKeys.publicWork, queryKeys.certifiedPayroll],
    quiet: true,
  });
}
