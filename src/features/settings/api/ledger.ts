import { queryOptions } from '@tanstack/react-query';
import type { LedgerKeys } from '@/entities/evidence/packet-format';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type LedgerProblem =
  | 'event_changed'
  | 'history_rewritten'
  | 'root_changed'
  | 'row_changed'
  | 'signature_wrong';

export interface NewestRoot {
  signed_text: string;
  signature: string | null;
  key_id: string | null;
  last_position: number;
  reason: string;
  note: string | null;
  created_at: string;
}

export interface LedgerState {
  checked_at: string | null;
  roots: number;
  unsigned: number;
  problem: { kind: LedgerProblem; event_at?: string; root_at?: string } | null;
  newest: NewestRoot | null;
}

const LEDGER = [queryKeys.settings, 'ledger'] as const;
const RECIPIENTS = [queryKeys.settings, 'ledger-recipients'] as const;

export const ledgerQuery = queryOptions({
  queryKey: LEDGER,
  queryFn: async ({ signal }) =>
    unwrap(await supabase().rpc('ledger_state').abortSignal(signal)) as unknown as LedgerState,
});

/** The published fingerprint of a key; nothing where this server publishes none. */
export const fingerprintQuery = (keyId: string | null | undefined) =>
  queryOptions({
    queryKey: [queryKeys.settings, 'ledger-key', keyId],
    enabled: Boolean(keyId),
    queryFn: async ({ signal }): Promise<string | null> => {
      const answer = await fetch('/.well-known/chalkline-ledger.json', { signal });
      const { keys } = (await answer.json()) as LedgerKeys;
      const key = keys.find(({ key_id }) => key_id === keyId);
      return key?.fingerprint.match(/.{4}/g)?.join(' ') ?? null;
    },
    retry: false,
  });

export function useCheckLedger() {
  return useWrite({
    send: async () => unwrap(await supabase().rpc('check_ledger_roots')) as unknown as LedgerState,
    onSuccess: (state, _input, client) => client.setQueryData(LEDGER, state),
  });
}

export function useSignHistory() {
  const { t } = useTranslation('ledger');
  return useWrite({
    send: async () => unwrap(await supabase().rpc('sign_history')),
    done: t('signed'),
    stale: [LEDGER],
  });
}

export interface Compared {
  result: 'same' | 'rewritten' | 'missing';
  position: number;
  created_at: string;
}

export function useCompareRoot() {
  return useWrite({
    send: async (file: File) => {
      const root = JSON.parse(await file.text()) as { signed_text?: string };
      return unwrap(
        await supabase().rpc('compare_ledger_root', {
          signed_text_param: root.signed_text ?? '',
        }),
      ) as unknown as Compared;
    },
    quiet: true,
  });
}

export interface LedgerRecipient {
  id: string;
  email: string;
  language: string;
}

export const recipientsQuery = queryOptions({
  queryKey: RECIPIENTS,
  queryFn: async ({ signal }): Promise<LedgerRecipient[]> =>
    unwrap(
      await supabase()
        .from('ledger_recipients')
        .select('id, email, language')
        .order('email')
        .abortSignal(signal),
    ),
});

export function useAddRecipient() {
  const { t } = useTranslation('ledger');
  return useWrite({
    send: async (recipient: { email: string; language: string }) =>
      unwrap(await supabase().from('ledger_recipients').insert(recipient)),
    done: t('added'),
    stale: [RECIPIENTS],
    quiet: true,
  });
}

export function useRemoveRecipient() {
  const { t } = useTranslation('ledger');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().from('ledger_recipients').delete().eq('id', id)),
    done: t('removed'),
    stale: [RECIPIENTS],
  });
}
