import { queryOptions } from '@tanstack/react-query';
import { loadBackendConfig } from '@/lib/env';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

const KEY = [queryKeys.settings, 'calendar'];

/** When the viewer's calendar address was made; null where there is none. */
export const calendarFeedQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [...KEY, employeeId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('my_calendar_feed').abortSignal(signal)) as string | null,
  });

/** The address a calendar program reads: no headers, so the key stands in it. */
async function createAddress(): Promise<string> {
  const token = unwrap(await supabase().rpc('create_calendar_feed'));
  const { supabaseUrl, supabaseAnonKey } = await loadBackendConfig();
  const address = new URL('/rest/v1/rpc/calendar_feed', supabaseUrl || window.location.origin);
  address.searchParams.set('token_param', token);
  address.searchParams.set('apikey', supabaseAnonKey);
  return address.href;
}

export function useCreateCalendarAddress() {
  return useWrite({ send: createAddress, stale: [KEY], quiet: true });
}

export function useRevokeCalendarAddress() {
  return useWrite({
    send: async () => unwrap(await supabase().rpc('revoke_calendar_feed')),
    stale: [KEY],
    quiet: true,
  });
}
