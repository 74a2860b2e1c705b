import { deleteRow, saveRow } from '@/entities/edit/save-row';
import {
  type CaseDays,
  type Establishment,
  type InjuryCase,
  type SummaryRequest,
  summaryArguments,
} from '@/features/safety/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Change } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const stale = [queryKeys.safety];

export function useSaveEstablishment(companyId: string) {
  const { t } = useTranslation('safety');
  return useWrite({
    send: (draft: { opened: Establishment | null; fields: Change<'osha_establishments'> }) =>
      saveRow({ table: 'osha_establishments', companyId, ...draft }),
    done: t('toast.establishment'),
    stale,
    quiet: true,
  });
}

export function useSaveCase(companyId: string) {
  const { t } = useTranslation('safety');
  return useWrite({
    send: (draft: { opened: InjuryCase | null; fields: Change<'injury_cases'> }) =>
      saveRow({ table: 'injury_cases', companyId, ...draft }),
    done: t('toast.case'),
    stale,
    quiet: true,
  });
}

export function useSaveDays(companyId: string) {
  const { t } = useTranslation('safety');
  return useWrite({
    send: (draft: { opened: CaseDays | null; fields: Change<'injury_case_days'> }) =>
      saveRow({ table: 'injury_case_days', companyId, ...draft }),
    done: (_, { opened }) => t(opened ? 'toast.daysSaved' : 'toast.days'),
    stale,
    quiet: true,
  });
}

export function useRemoveDays(companyId: string) {
  const { t } = useTranslation('safety');
  return useWrite({
    send: (id: string) => deleteRow('injury_case_days', companyId, id),
    done: t('toast.daysRemoved'),
    stale,
  });
}

/** Without a reason it is restored. */
export function useVoidCase() {
  const { t } = useTranslation('safety');
  return useWrite({
    send: async ({ id, reason }: { id: string; reason: string }) => {
      unwrap(await supabase().rpc('void_injury_case', { id_param: id, reason_param: reason }));
      return reason;
    },
    done: (reason: string) => t(reason ? 'toast.voided' : 'toast.restored'),
    stale,
  });
}

export function useSplitCase() {
  const { t } = useTranslation('safety');
  return useWrite({
    send: async (id: string) => unwrap(await supabase().rpc('split_injury_case', { id_param: id })),
    done: t('toast.split'),
    stale,
  });
}

export interface Certification extends SummaryRequest {
  name: string;
  title: string;
  phone: string;
}

export function useCertify() {
  const { t } = useTranslation('safety');
  return useWrite({
    send: async ({ name, title, phone, ...request }: Certification) =>
      unwrap(
        await supabase().rpc('certify_osha_summary', {
          ...summaryArguments(request),
          name_param: name,
          title_param: title,
          phone_param: phone,
        }),
      ),
    done: t('toast.certified'),
    stale,
    quiet: true,
  });
}

export function useAddOfficer(companyId: string) {
  const { t } = useTranslation('safety');
  return useWrite({
    send: async (employeeId: string) => {
      unwrap(
        await supabase()
          .from('safety_officers')
          .insert({ company_id: companyId, employee_id: employeeId }),
      );
    },
    done: t('toast.officer'),
    stale,
  });
}

export function useRemoveOfficer(companyId: string) {
  const { t } = useTranslation('safety');
  return useWrite({
    send: (id: string) => deleteRow('safety_officers', companyId, id),
    done: t('toast.officerRemoved'),
    stale,
  });
}
