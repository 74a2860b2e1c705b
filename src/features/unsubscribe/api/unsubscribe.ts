import { useMutation } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

async function unsubscribe(token: string): Promise<void> {
  unwrap(await supabase().rpc('unsubscribe', { token_param: token }));
}

export function useUnsubscribe() {
  return useMutation({ mutationFn: unsubscribe, meta: { quiet: true } });
}
