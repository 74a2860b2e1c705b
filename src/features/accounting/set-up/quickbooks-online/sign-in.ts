import { queryOptions } from '@tanstack/react-query';
import type { Connection } from '@/features/accounting/api/connections';
import { askServer } from '@/lib/ask-server';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type Environment = 'production' | 'sandbox';

interface SignInAddress {
  /** What is entered at Intuit, letter by letter. */
  redirect_uri: string;
  /** Why browsers cannot come back here; null: they can. */
  refusals: Record<Environment, string | null>;
}

export interface Keys {
  environment: Environment;
  clientId: string;
  /** Empty: the stored one. */
  clientSecret: string;
  sendFrom: string | null;
}

export const signInAddressQuery = queryOptions({
  queryKey: [queryKeys.accounting, 'sign-in-address'],
  queryFn: ({ signal }) =>
    askServer<SignInAddress>('/accounting/v1/systems/quickbooks_online/sign-in', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

const RETURN_TO = '/settings?tab=connections&setup=quickbooks_online';

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Stores the keys and answers where to sign in at Intuit. */
export function useBeginSignIn(connection: Connection | null) {
  return useWrite({
    send: async (keys: Keys) => {
      const path = `/accounting/v1/connections/${await begin(connection, keys)}`;
      if (keys.clientSecret) {
        const body = { client_secret: keys.clientSecret };
        await askServer(`${path}/secrets`, { ...post(body), method: 'PUT' });
      }
      return askServer<{ url: string }>(`${path}/sign-in`, post({ return_to: RETURN_TO }));
    },
    stale: [queryKeys.accounting],
    quiet: true,
  });
}

/** One that is connected gets new keys or a new sign-in; its app and company stay. */
async function begin(connection: Connection | null, keys: Keys): Promise<string> {
  if (connection && connection.state !== 'set_up') return connection.id;
  const made = unwrap(
    await supabase().rpc('create_accounting_connection', {
      system_param: 'quickbooks_online',
      environment_param: keys.environment,
      client_id_param: keys.clientId,
      ...(keys.sendFrom && { send_from_param: keys.sendFrom }),
    }),
  );
  return made.id;
}

/** Hands over what Intuit sent the browser back with; the test call follows by itself. */
export function useCompleteSignIn() {
  const { t } = useTranslation('accounting-quickbooks');
  return useWrite({
    send: ({ id, answer }: { id: string; answer: Record<string, string> }) =>
      askServer<{ company_name: string }>(
        `/accounting/v1/connections/${id}/sign-in/complete`,
        post({ state: answer['state'] ?? '', answer }),
      ),
    done: ({ company_name: name }) => t('connected', { name }),
    stale: [queryKeys.accounting, queryKeys.viewer],
    quiet: true,
  });
}
