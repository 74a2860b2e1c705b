import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** What the Web Connector signs in with; never the password. */
export interface DesktopLogin {
  user_name: string;
  file_id: string;
  renewed_at: string;
  used_at: string | null;
}

/** While somebody sets it up, its first visit is seen at once. */
const WATCHED_MS = 5_000;

export const desktopLoginQuery = (connectionId: string) =>
  queryOptions({
    queryKey: [queryKeys.accounting, 'desktop-login', connectionId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('desktop_login', { connection_id_param: connectionId })
          .abortSignal(signal),
      ) as DesktopLogin | null,
    refetchInterval: WATCHED_MS,
  });

export interface NewLogin {
  user_name: string;
  file_id: string;
  password: string;
}

/** Begins the connection if there is none; the password is answered this once. */
export function useCreateDesktopLogin() {
  return useWrite({
    send: async (connectionId: string | null) => {
      const id = connectionId ?? (await beginConnection());
      const login = unwrap(
        await supabase().rpc('create_desktop_login', { connection_id_param: id }),
      );
      return login as unknown as NewLogin;
    },
    stale: [queryKeys.accounting],
  });
}

async function beginConnection(): Promise<string> {
  const made = unwrap(
    await supabase().rpc('create_accounting_connection', { system_param: 'quickbooks_desktop' }),
  );
  return made.id;
}

export function useAcceptCompany() {
  const { t } = useTranslation('quickbooks-desktop');
  return useWrite({
    send: async ({ id, name }: { id: string; name: string }) =>
      unwrap(
        await supabase().rpc('accept_desktop_company', {
          connection_id_param: id,
          name_param: name,
        }),
      ),
    done: (_, { name }) => t('company.accepted', { name }),
    stale: [queryKeys.accounting],
  });
}
