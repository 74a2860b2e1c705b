import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import type { Language } from '@/lib/languages';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** What a link can show, in the order in which it is offered. */
export const SHOWN = [
  'roll_call',
  'headcount',
  'field_reports',
  'photos',
  'certificates',
  'certified_payrolls',
  'tickets',
] as const;
export type Shown = (typeof SHOWN)[number];

export type PortalLink = Narrowed<Row<'portal_links'>, { shows: Shown[] }>;
export type PortalView = Narrowed<
  Row<'portal_views'>,
  { subject: 'page' | 'certified_payroll' | 'field_report' | 'photos' | 'photo' | 'ticket' }
>;

export const linksQuery = (companyId: string, projectId: string) =>
  queryOptions({
    queryKey: [queryKeys.portalLinks, companyId, projectId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('portal_links')
          .select('*')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('created_at', { ascending: false })
          .order('id')
          .abortSignal(signal),
      )) as PortalLink[],
  });

/** Visits through these links, the newest first. */
export const viewsQuery = (companyId: string, linkIds: readonly string[]) =>
  queryOptions({
    queryKey: [queryKeys.portalLinks, 'views', companyId, ...linkIds],
    enabled: linkIds.length > 0,
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('portal_views')
          .select('*')
          .eq('company_id', companyId)
          .in('portal_link_id', [...linkIds])
          .order('viewed_at', { ascending: false })
          .order('id')
          .abortSignal(signal),
      )) as PortalView[],
    // A visit is made elsewhere, at any moment.
    staleTime: 0,
  });

interface NewLink {
  projectId: string;
  shows: Shown[];
  expiresOn: string;
  label: string;
  /** Whose owner alone opens it; null: whoever has it. */
  email: string | null;
  language: Language;
  /** With what belongs to the phases of the project. */
  phases: boolean;
}

const stale = [queryKeys.portalLinks];

/** Answers the complete address; its secret is shown this once. */
export function useCreatePortalLink() {
  return useWrite({
    send: async ({ projectId, shows, expiresOn, label, email, language, phases }: NewLink) => {
      const { token } = unwrap(
        await supabase().rpc('create_portal_link', {
          project_id_param: projectId,
          shows_param: shows,
          expires_on_param: expiresOn,
          label_param: label,
          ...(email && { email_param: email, language_param: language }),
          ...(phases && { phases_param: true }),
        }),
      ) as unknown as { token: string };
      return `${window.location.origin}/portal/${token}`;
    },
    stale,
    quiet: true,
  });
}

export function useRevokePortalLink() {
  const { t } = useTranslation('portal-links');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('revoke_portal_link', { id_param: id })),
    done: t('links.revoked'),
    stale,
  });
}
