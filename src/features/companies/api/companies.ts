import { queryOptions } from '@tanstack/react-query';
import { queuedElsewhere } from '@/entities/offline/queue-store';
import { sendEvents } from '@/entities/offline/send-events';
import { sessionState } from '@/entities/session/session-store';
import { forgetStart } from '@/entities/viewer/start-address';
import type { Role } from '@/entities/viewer/viewer';
import { AppError, toAppError, unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { storedSession } from '@/lib/stored-session';
import { supabase } from '@/lib/supabase';
import { companyOfToken } from '@/lib/token-company';
import { withTimeout } from '@/lib/with-timeout';

export interface OwnCompany {
  id: string;
  name: string;
  role: Role;
  /** A clock that runs there. */
  runningSince: string | null;
  unread: number;
  /** What was done there on this device and is not sent yet. */
  waiting: number;
}

/** What cannot be sent by then waits on this device, for its own company. */
const MAX_SENDING_MILLISECONDS = 10_000;

/** The token in hand, also where this page works in another company. */
async function authorization(): Promise<string> {
  const { session } = (await supabase().auth.getSession()).data;
  if (!session) throw new AppError('offline');
  return `Bearer ${session.access_token}`;
}

async function fetchCompanies(userId: string, signal: AbortSignal): Promise<OwnCompany[]> {
  const [rows, waiting] = await Promise.all([
    supabase()
      .rpc('my_companies')
      .setHeader('Authorization', await authorization())
      .abortSignal(signal),
    queuedElsewhere(userId).catch(() => new Map<string, readonly unknown[]>()),
  ]);
  return unwrap(rows).map((row) => ({
    id: row.company_id,
    name: row.company_name,
    role: row.role as Role,
    runningSince: row.running_since as string | null,
    unread: row.unread_notifications,
    waiting: waiting.get(row.company_id)?.length ?? 0,
  }));
}

/** The companies the account works in; never stored on the device. */
export const companiesQuery = (userId: string) =>
  queryOptions({
    queryKey: [queryKeys.viewer, 'companies', userId],
    queryFn: ({ signal }) => fetchCompanies(userId, signal),
    staleTime: 0,
  });

/** The company that the account works in by the token of this device, whatever this page shows. */
export const chosenCompany = () => companyOfToken(storedSession()?.access_token);

let leaving = false;

/** Whether this page chose another company itself and is about to open there. */
export const isLeaving = (): boolean => leaving;

/**
 * The session works in that company from its next token on. What was done here is sent first, with the token
 * it belongs to. Opens `path` there; null: this page stays, because it shows that company already.
 */
export async function switchCompany(companyId: string, path: string | null): Promise<void> {
  const isHere = sessionState().status === 'signed-in';
  if (isHere) await withTimeout(sendEvents, MAX_SENDING_MILLISECONDS).catch(() => undefined);
  unwrap(
    await supabase()
      .rpc('switch_company', { company_id_param: companyId })
      .setHeader('Authorization', await authorization()),
  );
  leaving = path !== null;
  forgetStart();
  try {
    const { error } = await supabase().auth.refreshSession();
    if (error) throw toAppError(error);
  } catch (cause) {
    leaving = false;
    throw cause;
  }
  // From the beginning: nothing of the other company is in memory there.
  if (path !== null) window.location.assign(path);
}
