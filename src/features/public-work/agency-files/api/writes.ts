import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { FileTemplate } from '@/entities/file-template/template';
import type { StoredTemplate } from '@/features/public-work/agency-files/api/queries';
import type { PortalCodes, PortalId } from '@/features/public-work/report/files/portal-input';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** The codes of a portal and project; what was typed before is replaced. */
export function useSaveCodes(companyId: string, projectId: string, portal: PortalId) {
  const { t } = useTranslation('agency-files');
  return useWrite({
    send: async (codes: PortalCodes) =>
      unwrap(
        await supabase()
          .from('portal_codes')
          .upsert(
            Object.entries(codes).map(([classification, own]) => ({
              company_id: companyId,
              project_id: projectId,
              format: portal,
              classification,
              codes: asJson(own),
            })),
            { onConflict: 'company_id,project_id,format,classification' },
          ),
      ),
    done: t('codes.saved'),
    stale: [queryKeys.publicWork],
    quiet: true,
  });
}

export function useSaveTemplate(companyId: string) {
  const { t } = useTranslation('agency-files');
  return useWrite({
    send: ({ template, opened }: { template: FileTemplate; opened: StoredTemplate | null }) =>
      saveRow({
        table: 'file_templates',
        companyId,
        fields: {
          name: template.name,
          agency: template.agency || null,
          content: asJson(template),
        },
        opened,
      }),
    done: t('template.saved'),
    stale: [queryKeys.publicWork],
    quiet: true,
  });
}

export function useDeleteTemplate(companyId: string) {
  const { t } = useTranslation('agency-files');
  return useWrite({
    send: (id: string) => deleteRow('file_templates', companyId, id),
    done: t('template.deleted'),
    stale: [queryKeys.publicWork],
  });
}
