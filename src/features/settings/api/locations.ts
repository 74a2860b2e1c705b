import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

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
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, asks }: { id: string; asks: boolean }) =>
      saveChanges({
        table: 'projects',
        key: { company_id: companyId, id },
        after: { location_required: asks },
        before: { location_required: !asks },
      }),
    onSuccess: () => {
      toast.success(t('company.saved'));
      return client.invalidateQueries({ queryKey: [queryKeys.projects] });
    },
    meta: { failureText: 'settings:location.failed' },
  });
}
