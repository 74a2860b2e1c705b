import { queryOptions } from '@tanstack/react-query';
import type { PortalCodes, PortalId } from '@/features/public-work/report/files/portal-input';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

/** What a portal calls the classes of a project, by the class as reports print it. */
export const portalCodesQuery = (companyId: string, projectId: string, portal: PortalId) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'portal-codes', companyId, projectId, portal],
    queryFn: async ({ signal }): Promise<PortalCodes> =>
      Object.fromEntries(
        (
          await allRows(() =>
            supabase()
              .from('portal_codes')
              .select('classification, codes')
              .eq('company_id', companyId)
              .eq('project_id', projectId)
              .eq('format', portal)
              .order('id')
              .abortSignal(signal),
          )
        ).map(({ classification, codes }) => [classification, codes as Record<string, string>]),
      ),
  });

export type StoredTemplate = Row<'file_templates'>;

export const templatesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'file-templates', companyId],
    queryFn: async ({ signal }): Promise<StoredTemplate[]> =>
      allRows(() =>
        supabase()
          .from('file_templates')
          .select('*')
          .eq('company_id', companyId)
          .eq('purpose', 'certified_payroll')
          .order('name')
          .order('id')
          .abortSignal(signal),
      ),
  });
