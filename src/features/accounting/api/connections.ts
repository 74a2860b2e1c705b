import { queryOptions } from '@tanstack/react-query';
import { saveRow } from '@/entities/edit/save-row';
import type { System } from '@/features/accounting/systems';
import { askServer } from '@/lib/ask-server';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const AT_REST_MS = 30_000;

export interface ConnectionSettings {
  send_when?: 'approved' | 'locked';
  hours?: 'worked' | 'paid';
  leave?: boolean;
  /** Time of projects that bill it, at its bill rate. */
  billable?: boolean;
  items?: boolean;
  payroll_items?: boolean;
  default_item_id?: string;
  default_class_id?: string;
  /** What only this system knows. */
  own?: Record<string, string | number | boolean | null>;
}

export type Connection = Narrowed<
  Row<'accounting_connections'>,
  {
    system: System;
    state: 'set_up' | 'connected' | 'paused' | 'sign_in_needed' | 'disconnected';
    settings: ConnectionSettings;
  }
>;

/** Those that are not disconnected; at most one of a system. */
export const connectionsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.accounting, 'connections', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('accounting_connections')
          .select('*')
          .eq('company_id', companyId)
          .neq('state', 'disconnected')
          .order('created_at')
          .abortSignal(signal),
      ) as Connection[],
    refetchInterval: AT_REST_MS,
  });

/** False on a hosted Supabase project, where no server speaks to these systems. */
export const accountingServedQuery = queryOptions({
  queryKey: [queryKeys.accounting, 'served'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase().rpc('accounting_available').abortSignal(signal)),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSetState() {
  const { t } = useTranslation('accounting');
  return useWrite({
    send: async ({ id, state }: { id: string; state: 'paused' | 'connected' | 'disconnected' }) => {
      // The system takes back what it granted, where it has such a thing and answers.
      if (state === 'disconnected') {
        await askServer(`/accounting/v1/connections/${id}/revoke`, { method: 'POST' }).catch(
          () => undefined,
        );
      }
      return unwrap(
        await supabase().rpc('set_accounting_state', { id_param: id, state_param: state }),
      );
    },
    done: (_, { state }) => t(`stateSet.${state}`),
    stale: [queryKeys.accounting, queryKeys.viewer],
  });
}

export function useSendNow() {
  const { t } = useTranslation('accounting');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('send_accounting_now', { id_param: id })),
    done: t('sendingNow'),
    stale: [queryKeys.accounting],
  });
}

export interface ConnectionFields {
  send_from: string;
  settings: ConnectionSettings;
}

export function useSaveConnection() {
  const { t } = useTranslation('accounting');
  return useWrite({
    send: ({ opened, fields }: { opened: Connection; fields: ConnectionFields }) =>
      saveRow({
        table: 'accounting_connections',
        companyId: opened.company_id,
        fields: { ...fields, settings: { ...fields.settings } },
        opened,
      }),
    done: t('saved'),
    stale: [queryKeys.accounting],
    quiet: true,
  });
}
