import { deleteRow, saveRow } from '@/entities/edit/save-row';
import { saveAndCall } from '@/entities/offline/save-and-send';
import type { SiteVisit, VisitInput } from '@/entities/site-visit/site-visit';
import type { SiteSettings } from '@/features/site-sign-in/api/queries';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const stale = [queryKeys.siteSignIn, queryKeys.team];

/** On this device before it is sent: foremen do it at the gate. */
export function useSignInVisitor() {
  const { t } = useTranslation('site-sign-in');
  return useWrite({
    send: ({ projectId, visit }: { projectId: string; visit: VisitInput }) =>
      saveAndCall<SiteVisit>('site_visit', 'sign_in_visitor', {
        project_id_param: projectId,
        visit_param: visit,
      }),
    done: (sent, { visit }) => (sent ? t('dialog.saved', { name: visit.name }) : null),
    stale,
    quiet: true,
  });
}

export interface Leaving {
  id: string;
  at: string;
  note?: string;
}

/** When somebody left, now or as somebody knows it. */
export function useSignOutVisitor() {
  const { t } = useTranslation('site-sign-in');
  return useWrite({
    send: ({ id, at, note = '' }: Leaving) =>
      saveAndCall<SiteVisit>('site_visit', 'sign_out_visitor', {
        id_param: id,
        at_param: at,
        note_param: note,
      }),
    done: (sent) => (sent ? t('leave.saved') : null),
    stale,
  });
}

export function useDeleteVisit() {
  const { t } = useTranslation('site-sign-in');
  return useWrite({
    send: ({ company_id, id }: SiteVisit) => deleteRow('site_visits', company_id, id),
    done: t('history.deleted'),
    stale,
  });
}

export type SettingsDraft = Pick<SiteSettings, 'at_kiosk' | 'in_portal' | 'rules' | 'rules_es'>;

export function useSaveSettings(companyId: string, projectId: string) {
  const { t } = useTranslation('site-sign-in');
  return useWrite({
    send: ({ draft, opened }: { draft: SettingsDraft; opened: SiteSettings | null }) =>
      saveRow({
        table: 'site_sign_in_settings',
        companyId,
        fields: opened ? draft : { ...draft, project_id: projectId },
        opened,
      }),
    done: t('setup.saved'),
    // The menu of others asks the viewer whether there is such a thing.
    stale: [queryKeys.siteSignIn, queryKeys.viewer],
    quiet: true,
  });
}

export function useCreatePoster(projectId: string) {
  return useWrite({
    send: async (label: string) =>
      unwrap(
        await supabase().rpc('create_site_sign_in_link', {
          project_id_param: projectId,
          label_param: label,
        }),
      ) as unknown as { id: string; token: string },
    stale: [queryKeys.siteSignIn, queryKeys.viewer],
    quiet: true,
  });
}

export function useRevokePoster() {
  const { t } = useTranslation('site-sign-in');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('revoke_site_sign_in_link', { id_param: id })),
    done: t('posters.revoked'),
    stale: [queryKeys.siteSignIn],
  });
}
