import { queryOptions } from '@tanstack/react-query';
import type { Role } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** Whom a bulletin or a folder is for: everyone, or whoever is in one of the lists. */
export interface Audience {
  everyone?: boolean;
  roles?: Role[];
  projects?: string[];
  crews?: string[];
  employees?: string[];
}

export const namesSomeone = (audience: Audience): boolean =>
  audience.everyone === true ||
  [audience.roles, audience.projects, audience.crews, audience.employees].some(
    (ids) => (ids?.length ?? 0) > 0,
  );

export function crewOptionsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.crews, 'options', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('crews')
          .select('id, name')
          .eq('company_id', companyId)
          .order('name')
          .abortSignal(signal),
      ),
  });
}
