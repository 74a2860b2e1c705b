import { settledSession } from '@/entities/session/settled-session';
import { type Viewer, viewerQuery } from '@/entities/viewer/viewer';
import { queryClient } from '@/lib/query-client';

/**
 * For loaders of screens: who looks, as soon as that is known. What is asked for then is on its way while
 * the shell is drawn. Null where nobody does, or the server does not say; the shell tells why.
 */
export async function viewerWhenKnown(): Promise<Viewer | null> {
  const { status, user } = await settledSession();
  if (status !== 'signed-in') return null;
  return queryClient.ensureQueryData(viewerQuery(user.id)).catch(() => null);
}
