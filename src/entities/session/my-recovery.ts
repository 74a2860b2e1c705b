import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export function myRecoveryQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.recovery, employeeId],
    queryFn: async () => unwrap(await supabase().rpc('my_recovery'))[0] ?? null,
    enabled: employeeId !== '',
  });
}
