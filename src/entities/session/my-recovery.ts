import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export function myRecoveryQuery(employeeId: string) {
  return queryOptions({
    queryKey: ['my-recovery', employeeId],
    queryFn: async () => unwrap(await supabase().rpc('my_recovery'))[0] ?? null,
    enabled: employeeId !== '',
  });
}
