import { saveChanges } from '@/entities/edit/save-changes';
import type { Subcontractor } from '@/features/public-work/handoff/api/queries';
import { toAppError, unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import type { Language } from '@/lib/languages';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const stale = [queryKeys.handoff];

/** Where the office of a subcontractor hands in. */
export const subcontractorAddress = (token: string): string =>
  `${window.location.origin}/subcontractor/${token}`;

export interface Invitation {
  projectId: string;
  name: string;
  email: string | null;
  language: Language;
  firstWeekEnd: string;
}

/** Answers the address of their page; its secret is shown this once. */
export function useInviteSubcontractor() {
  const { t } = useTranslation('handoff');
  return useWrite({
    send: async ({ projectId, name, email, language, firstWeekEnd }: Invitation) => {
      const { token } = unwrap(
        await supabase().rpc('invite_subcontractor', {
          project_id_param: projectId,
          name_param: name,
          email_param: email ?? '',
          first_week_end_param: firstWeekEnd,
          language_param: language,
        }),
      ) as unknown as { token: string };
      return subcontractorAddress(token);
    },
    done: (_address, { name }) => t('invite.done', { name }),
    stale,
    quiet: true,
  });
}

export interface Change {
  opened: Subcontractor;
  email: string | null;
  language: Language;
  firstWeekEnd: string;
}

export function useChangeSubcontractor() {
  const { t } = useTranslation('handoff');
  return useWrite({
    send: ({ opened, email, language, firstWeekEnd }: Change) =>
      saveChanges({
        table: 'subcontractors',
        key: { company_id: opened.company_id, id: opened.id },
        after: { email: email?.toLowerCase() ?? null, language, first_week_end: firstWeekEnd },
        before: opened,
      }),
    done: (_result, { opened }) => t('invite.saved', { name: opened.name }),
    stale,
    quiet: true,
  });
}

export function useNewSubcontractorLink() {
  return useWrite({
    send: async (id: string) =>
      subcontractorAddress(
        unwrap(await supabase().rpc('new_subcontractor_link', { id_param: id })),
      ),
  });
}

export function useRevokeSubcontractor() {
  const { t } = useTranslation('handoff');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('revoke_subcontractor', { id_param: id })),
    done: t('subs.revokedDone'),
    stale,
  });
}

export function useMailMissing() {
  const { t } = useTranslation('handoff');
  return useWrite({
    send: async (ids: string[]) =>
      unwrap(await supabase().rpc('mail_missing_subcontractors', { ids_param: ids })),
    done: (count) =>
      count > 0
        ? t('subs.mailed', { count })
        : { title: t('subs.mailedNone'), tone: 'info' as const },
    stale,
  });
}

export interface Decision {
  id: string;
  accept: boolean;
  note: string;
}

export function useDecideReport() {
  const { t } = useTranslation('handoff');
  return useWrite({
    send: async ({ id, accept, note }: Decision) =>
      unwrap(
        await supabase().rpc('decide_subcontractor_report', {
          id_param: id,
          accept_param: accept,
          note_param: note,
        }),
      ),
    done: (_result, { accept }) => t(accept ? 'report.accepted' : 'report.returned'),
    stale,
    quiet: true,
  });
}

/** The file a subcontractor handed in. */
export async function subcontractorFile(path: string): Promise<Blob> {
  const { data, error } = await (await bucket('subcontractor-reports')).download(path);
  if (error) throw toAppError(error);
  return data;
}
