import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

async function unsubscribe(token: string): Promise<void> {
  unwrap(await supabase().rpc('unsubscribe', { token_param: token }));
}

export function useUnsubscribe() {
  return useWrite({ send: unsubscribe, quiet: true });
}
