import { useQuery } from '@tanstack/react-query';
import { PhotosLink, type PhotosLinkProps } from '@/entities/photo/photo-link';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { toAppError } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

const COLUMNS = { machine: 'equipment_id', entry: 'time_entry_id' } as const;

/** How many photos belong to a machine or a time entry, as a link to them. */
export function PhotosOf({ kind, id }: { kind: keyof typeof COLUMNS; id: string }) {
  const companyId = useEmployee()?.company_id ?? '';
  const { data: count = 0 } = useQuery({
    queryKey: [queryKeys.photos, 'count', companyId, kind, id],
    queryFn: async ({ signal }) => {
      const { count: found, error } = await supabase()
        .from('photos')
        .select('id', { count: 'exact', head: true })
        .eq('company_id', companyId)
        .eq(COLUMNS[kind], id)
        .not('uploaded_at', 'is', null)
        .is('deleted_at', null)
        .abortSignal(signal);
      if (error) throw toAppError(error);
      return found ?? 0;
    },
  });
  return <PhotosLink of={{ [kind]: id } as PhotosLinkProps['of']} count={count} />;
}
