import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const COLUMNS =
  'id, name, employee_id, role, scopes, public_part, expires_on, expires_at, last_used_at, last_used_network, revoked_at, revoked_because, created_at, person:employees!api_tokens_employee(first_name, last_name), revoker:employees!api_tokens_revoker(first_name, last_name)';

async function readTokens(companyId: string, signal: AbortSignal) {
  return unwrap(
    await supabase()
      .from('api_tokens')
      .select(COLUMNS)
      .eq('company_id', companyId)
      .order('created_at', { ascending: false })
      .abortSignal(signal),
  );
}

export type ApiToken = Awaited<ReturnType<typeof readTokens>>[number];

export const tokensQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.tokens, 'list', companyId],
    queryFn: ({ signal }) => readTokens(companyId, signal),
  });

/** Hosted Supabase has no place where tokens would be checked. */
export const tokensServedQuery = queryOptions({
  queryKey: [queryKeys.tokens, 'served'],
  queryFn: async ({ signal }) =>
    unwrap(await supabase().rpc('api_tokens_served').abortSignal(signal)),
  staleTime: Number.POSITIVE_INFINITY,
});

export interface NewToken {
  name: string;
  scopes: string[];
  expiresOn: string;
  /** Null: the token is one's own. */
  role: string | null;
}

/** Answers with the token, which is shown this once. */
export function useCreateToken() {
  return useWrite({
    send: async ({ name, scopes, expiresOn, role }: NewToken) => {
      const common = { name_param: name, scopes_param: scopes, expires_on_param: expiresOn };
      const made = unwrap(
        role === null
          ? await supabase().rpc('create_api_token', common)
          : await supabase().rpc('create_company_token', { ...common, role_param: role }),
      );
      return { name, ...(made as { id: string; token: string }) };
    },
    stale: [queryKeys.tokens],
    quiet: true,
  });
}

export function useRevokeToken() {
  const { t } = useTranslation('developers');
  return useWrite({
    send: async (id: string) => unwrap(await supabase().rpc('revoke_api_token', { id_param: id })),
    done: t('tokens.revoked'),
    stale: [queryKeys.tokens],
  });
}
