import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** A domain of the company, and the provider whose accounts its people sign in with. */
export interface SignInDomain {
  domain: string;
  provider: string;
  isRequired: boolean;
}

const KEY = [queryKeys.settings, 'sign-in-domains'];

/** Domains with a rule, and those that the owner's own account proves. */
export function signInDomainsQuery() {
  return queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<SignInDomain[]> => {
      const [rules, proved] = await Promise.all([
        supabase().from('sign_in_domains').select('domain, provider').abortSignal(signal),
        supabase().rpc('my_sign_in_domains').abortSignal(signal),
      ]);
      const required = unwrap(rules).map((rule) => ({ ...rule, isRequired: true }));
      const possible = unwrap(proved).filter(
        ({ domain }) => !required.some((rule) => rule.domain === domain),
      );
      return [...required, ...possible.map((each) => ({ ...each, isRequired: false }))];
    },
  });
}

export function useSetSignInRule() {
  const { t } = useTranslation('sign-in-providers');
  return useWrite({
    send: async ({ domain, provider, isRequired }: SignInDomain) => {
      const answer = isRequired
        ? await supabase().rpc('require_sign_in_provider', {
            domain_param: domain,
            provider_param: provider,
          })
        : await supabase().rpc('allow_passwords', { domain_param: domain });
      if (answer.error) unwrap(answer);
    },
    done: t('domains.done'),
    stale: [KEY],
  });
}
