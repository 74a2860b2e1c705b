import type { Connection } from '@/features/accounting/api/connections';
import type { System } from '@/features/accounting/systems';
import { askServer } from '@/lib/ask-server';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface Keys {
  environment: 'production' | 'sandbox';
  clientId: string;
  readBack: boolean;
  /** Sealed by the server; nobody gets them back. */
  secrets: Readonly<Record<string, string>>;
}

/** Begins the connection where it is new, hands over the keys, and tries them. */
export function useConnect(system: System, connection: Connection | null) {
  const { t } = useTranslation('accounting-payroll');
  return useWrite({
    send: async (keys: Keys) => {
      const id = await begin(system, connection, keys);
      const path = `/accounting/v1/connections/${id}`;
      await askServer(`${path}/secrets`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(keys.secrets),
      });
      return askServer<{ company_name: string }>(`${path}/test`, { method: 'POST' });
    },
    done: ({ company_name: name }) => t('connected', { name }),
    stale: [queryKeys.accounting, queryKeys.viewer],
    quiet: true,
  });
}

/** One that is connected gets new keys; its app stays the same. */
async function begin(
  system: System,
  connection: Connection | null,
  { environment, clientId, readBack }: Keys,
): Promise<string> {
  if (connection && connection.state !== 'set_up') return connection.id;
  const made = unwrap(
    await supabase().rpc('create_accounting_connection', {
      system_param: system,
      environment_param: environment,
      client_id_param: clientId,
      settings_param: { own: { read_back: readBack } },
    }),
  );
  return made.id;
}
