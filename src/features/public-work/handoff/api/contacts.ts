import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { AgencyContact } from '@/features/public-work/handoff/api/queries';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const stale = [queryKeys.handoff];

interface ContactFields {
  project_id: string;
  name: string;
  email: string;
  language: string;
}

export function useSaveContact(companyId: string) {
  const { t } = useTranslation('handoff');
  return useWrite({
    send: ({ opened, fields }: { opened: AgencyContact | null; fields: ContactFields }) =>
      saveRow({ table: 'agency_contacts', companyId, fields, opened }),
    done: t('contacts.saved'),
    stale,
    quiet: true,
  });
}

export function useRemoveContact(companyId: string) {
  const { t } = useTranslation('handoff');
  return useWrite({
    send: (id: string) => deleteRow('agency_contacts', companyId, id),
    done: t('contacts.removed'),
    stale,
  });
}
