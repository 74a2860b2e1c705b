import { queryOptions } from '@tanstack/react-query';
import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { FileTemplate } from '@/entities/file-template/template';
import { allRows } from '@/lib/all-pages';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type StoredLayout = Row<'file_templates'>;

/** Columns a company has of its own, by the name of the system they are for. */
export const layoutsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.payroll, 'file-layouts', companyId],
    queryFn: async ({ signal }): Promise<StoredLayout[]> =>
      allRows(() =>
        supabase()
          .from('file_templates')
          .select('*')
          .eq('company_id', companyId)
          .eq('purpose', 'payroll')
          .order('name')
          .order('id')
          .abortSignal(signal),
      ),
  });

interface LayoutChange {
  template: FileTemplate;
  opened: StoredLayout | null;
}

export function useSaveLayout(companyId: string) {
  const { t } = useTranslation('file-template');
  return useWrite({
    send: ({ template, opened }: LayoutChange) =>
      saveRow({
        table: 'file_templates',
        companyId,
        fields: { name: template.name, content: asJson(template), purpose: 'payroll' },
        opened,
      }),
    done: t('layout.saved'),
    stale: [[queryKeys.payroll, 'file-layouts']],
  });
}

export function useDeleteLayout(companyId: string) {
  const { t } = useTranslation('file-template');
  return useWrite({
    send: (id: string) => deleteRow('file_templates', companyId, id),
    done: t('layout.deleted'),
    stale: [[queryKeys.payroll, 'file-layouts']],
  });
}
