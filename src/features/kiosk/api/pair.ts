import { kiosk } from '@/features/kiosk/api/kiosk-client';
import { AppError, unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { useWrite } from '@/lib/use-write';

/** The tablet signs in without an address; the code gives its account the right to punch. */
async function pair(code: string): Promise<void> {
  const client = await kiosk();
  const { data } = await client.auth.getSession();
  if (!data.session) {
    const { error } = await client.auth.signInAnonymously();
    if (error) throw error;
  }
  // No error: that would undo the count of wrong codes.
  const paired = unwrap(await client.rpc('pair_kiosk', { code_param: code }));
  if (paired === null) throw new AppError('kiosk_code_wrong');
}

export function usePair() {
  return useWrite({ send: pair, stale: [queryKeys.kiosk], quiet: true });
}
