import { queryOptions } from '@tanstack/react-query';
import { saveChanges } from '@/entities/edit/save-changes';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Projects that ask for a location at the start. */
export function askingProjectsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.projects, 'asking', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('projects')
          .select('id, name')
          .eq('company_id', companyId)
          .eq('location_required', true)
          .order('name')
          .abortSignal(signal),
      ),
  });
}

export function useAskForLocation(companyId: string) {
  const { t } = useTranslation('settings');
  return useWrite({
    send: ({ id, asks }: { id: string; asks: boolean }) =>
      saveChanges({
        table: 'projects',
        key: { company_id: companyId, id },
        after: { location_required: asks },
        before: { location_required: !asks },
      }),
    done: t('company.saved'),
    stale: [queryKeys.projects],
    failureText: 'settings:location.failed',
  });
}
