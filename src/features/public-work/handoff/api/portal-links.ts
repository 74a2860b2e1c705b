import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { AgencyContact } from '@/features/public-work/handoff/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const stale = [queryKeys.handoff];

/** What a link can show today; the database knows more names. */
export const SHOWN = ['certified_payrolls', 'headcount', 'roll_call'] as const;
export type Shown = (typeof SHOWN)[number];

interface NewLink {
  projectId: string;
  shows: Shown[];
  expiresOn: string;
  label: string;
}

/** Answers the complete address; its secret is shown this once. */
export function useCreatePortalLink() {
  return useWrite({
    send: async ({ projectId, shows, expiresOn, label }: NewLink) => {
      const { token } = unwrap(
        await supabase().rpc('create_portal_link', {
          project_id_param: projectId,
          shows_param: shows,
          expires_on_param: expiresOn,
          label_param: label,
        }),
      ) as unknown as { token: string };
      return `${window.location.origin}/portal/${token}`;
    },
    stale,
    quiet: true,
  });
}

export function useRevokePortalLink() {
  const { t } = useTranslation('handoff');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('revoke_portal_link', { id_param: id })),
    done: t('links.revoked'),
    stale,
  });
}

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
