import { queryOptions } from '@tanstack/react-query';
import { enqueue } from '@/entities/offline/event-queue';
import type { VisitInput } from '@/entities/site-visit/site-visit';
import { kiosk } from '@/features/kiosk/api/kiosk-client';
import { readQueue, requireAccount } from '@/features/kiosk/api/kiosk-queue';
import { scheduleKioskSending, sendKioskQueue } from '@/features/kiosk/api/kiosk-sender';
import { orStored } from '@/features/kiosk/api/queries';
import { changeStored } from '@/lib/device-store';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { changeQueries, useWrite } from '@/lib/use-write';
import { withTimeout } from '@/lib/with-timeout';

const SEND_TIMEOUT_MS = 4000;

/** Somebody who signed in and has not left. */
export interface OpenVisit {
  id: string;
  name: string;
  company_name: string | null;
  since: string;
}

export interface KioskSite {
  rules: string;
  rules_es: string;
  companies: readonly string[];
  visits: readonly OpenVisit[];
}

const KEY = [queryKeys.kiosk, 'site'];

/** Stored on the tablet, so that people sign out without a signal, too. */
export const siteQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: () =>
      orStored(
        'site',
        async () => unwrap(await (await kiosk()).rpc('kiosk_site')) as unknown as KioskSite | null,
      ),
    refetchInterval: 30_000,
    meta: { answersOffline: true },
  });

/** On the tablet's disk, then sent in order with its punches. True: it waits there. */
async function saveCall(rpc: string, args: object): Promise<boolean> {
  const [saved] = await enqueue(
    requireAccount(),
    [{ kind: 'site_visit', payload: { rpc, args } }],
    Date.now(),
  );
  if (navigator.onLine) await withTimeout(sendKioskQueue, SEND_TIMEOUT_MS).catch(() => undefined);
  const waits = (await readQueue()).some(({ id }) => id === saved?.id);
  if (waits) scheduleKioskSending();
  return waits;
}

type Change = (visits: readonly OpenVisit[]) => readonly OpenVisit[];

/** Who is here, as far as this tablet knows before the list is asked for again. */
const noted = (change: Change) => ({
  showAtOnce: (_input: unknown, client: Parameters<typeof changeQueries>[0]) => {
    const next = (site: KioskSite | null) => site && { ...site, visits: change(site.visits) };
    void changeStored<KioskSite | null>('kiosk-site', (kept = null) => next(kept)).catch(
      () => null,
    );
    return changeQueries<KioskSite | null>(client, KEY, next);
  },
});

export function useKioskSignIn() {
  return useWrite({
    send: async (visit: VisitInput) => ({
      visit,
      waits: await saveCall('kiosk_sign_in', { visit_param: visit }),
    }),
    showAtOnce: (visit, client) =>
      noted((visits) => [
        ...visits,
        {
          id: visit.id,
          name: visit.name,
          company_name: visit.company_name || null,
          since: visit.happened_at,
        },
      ]).showAtOnce(visit, client),
    quiet: true,
  });
}

export function useKioskSignOut() {
  return useWrite({
    send: ({ id }: OpenVisit) =>
      saveCall('kiosk_sign_out', {
        id_param: id,
        happened_at_param: new Date(serverNow()).toISOString(),
      }),
    showAtOnce: (visit, client) =>
      noted((visits) => visits.filter(({ id }) => id !== visit.id)).showAtOnce(visit, client),
    quiet: true,
  });
}
