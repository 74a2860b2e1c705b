import { queryOptions } from '@tanstack/react-query';
import type { SiteVisit, VisitKind } from '@/entities/site-visit/site-visit';
import { allRows } from '@/lib/all-pages';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type SiteSettings = Row<'site_sign_in_settings'>;
export type SiteLink = Row<'site_sign_in_links'>;

/** Whoever has not left, of every project one may see. */
export const presentQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.siteSignIn, 'present', companyId],
    queryFn: ({ signal }) =>
      allRows(() =>
        supabase()
          .from('site_visits')
          .select('*')
          .eq('company_id', companyId)
          .is('how_out', null)
          .order('signed_in_at')
          .order('id')
          .abortSignal(signal),
      ) as Promise<SiteVisit[]>,
    enabled: companyId !== '',
  });

export interface HistoryFilter {
  companyId: string;
  projectIds: readonly string[] | null;
  from: IsoDate;
  to: IsoDate;
  kind: VisitKind | null;
}

export const historyQuery = ({ companyId, projectIds, from, to, kind }: HistoryFilter) =>
  queryOptions({
    queryKey: [queryKeys.siteSignIn, 'history', companyId, projectIds, from, to, kind],
    queryFn: ({ signal }) =>
      allRows(() => {
        const found = supabase()
          .from('site_visits')
          .select('*')
          .eq('company_id', companyId)
          .gte('work_date', from)
          .lte('work_date', to);
        const ofKind = kind ? found.eq('kind', kind) : found;
        return (projectIds ? ofKind.in('project_id', [...projectIds]) : ofKind)
          .order('signed_in_at', { ascending: false })
          .order('id')
          .abortSignal(signal);
      }) as Promise<SiteVisit[]>,
    enabled: companyId !== '',
  });

export const settingsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.siteSignIn, 'settings', companyId],
    queryFn: ({ signal }): Promise<SiteSettings[]> =>
      allRows(() =>
        supabase()
          .from('site_sign_in_settings')
          .select('*')
          .eq('company_id', companyId)
          .order('id')
          .abortSignal(signal),
      ),
    enabled: companyId !== '',
  });

/** Posters that are in use. */
export const linksQuery = (companyId: string, projectId: string) =>
  queryOptions({
    queryKey: [queryKeys.siteSignIn, 'links', companyId, projectId],
    queryFn: ({ signal }): Promise<SiteLink[]> =>
      allRows(() =>
        supabase()
          .from('site_sign_in_links')
          .select('*')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .is('revoked_at', null)
          .order('created_at', { ascending: false })
          .order('id')
          .abortSignal(signal),
      ),
  });
