import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { SEND_TIMEOUT_MS } from '@/entities/offline/save-and-send';
import { kiosk } from '@/features/kiosk/api/kiosk-client';
import type { PersonAnswer } from '@/features/kiosk/api/punch';
import { keepSeal, needsSeal } from '@/features/kiosk/offline/seal';
import { changeStored, forget, readStored } from '@/lib/device-store';
import { AppError, isNoSignal, unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { measureClock } from '@/lib/server-clock';
import { storedKioskAccount } from '@/lib/supabase';
import { changeQueries } from '@/lib/use-write';
import { withTimeout } from '@/lib/with-timeout';

export interface Kiosk {
  id: string;
  name: string;
  project_id: string | null;
  project_name: string | null;
  company_name: string;
  time_zone: string;
  server_time: string;
  /** Visitors and subcontractors sign in at it. Missing: as it was stored before there was that. */
  site_sign_in?: boolean;
}

/** The answer, kept for when there is no signal; then what was kept. */
export async function orStored<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const key = `kiosk-${name}`;
  try {
    if (!navigator.onLine) throw new AppError('offline');
    const answer = await withTimeout(ask, SEND_TIMEOUT_MS);
    // A browser that keeps nothing still punches while there is a signal.
    await (answer === null ? forget([key]) : changeStored<T>(key, () => answer)).catch(() => null);
    return answer;
  } catch (cause) {
    const kept = isNoSignal(cause) ? await readStored<T>(key) : undefined;
    if (kept === undefined) throw cause;
    return kept;
  }
}

async function askSelf(): Promise<Kiosk | null> {
  const client = await kiosk();
  const { data } = await client.auth.getSession();
  if (!data.session) {
    if (storedKioskAccount()) throw new AppError('offline');
    return null;
  }
  return measureClock(async () => unwrap(await client.rpc('my_kiosk')) as unknown as Kiosk | null);
}

/** A tablet that is revoked keeps nobody's name. */
async function askSelfOrForget(): Promise<Kiosk | null> {
  const self = await askSelf();
  if (!self) await forget(['kiosk-people', 'kiosk-kit', 'kiosk-site']).catch(() => null);
  return self;
}

/** What this tablet is; null when it is not paired, or no longer. */
export const kioskQuery = () =>
  queryOptions({
    queryKey: [queryKeys.kiosk, 'self'],
    queryFn: () => orStored('self', askSelfOrForget),
    refetchInterval: 60_000,
    meta: { answersOffline: true },
  });

export interface KioskPerson {
  employee_id: string;
  first_name: string;
  last_name: string;
  employee_number: string | null;
  language: string;
  status: 'in' | 'break' | 'out';
  has_pin: boolean;
  usually_here: boolean;
}

export const kioskPeopleQuery = () =>
  queryOptions({
    queryKey: [queryKeys.kiosk, 'people'],
    queryFn: () =>
      orStored(
        'people',
        async () => unwrap(await (await kiosk()).rpc('kiosk_people')) as KioskPerson[],
      ),
    refetchInterval: 30_000,
    meta: { answersOffline: true },
  });

/** Notes what a punch made of somebody: the signal may be gone before the list is asked for again. */
export async function noteStatus(
  client: QueryClient,
  employeeId: string,
  status: KioskPerson['status'],
): Promise<void> {
  const noted = (people: KioskPerson[]) =>
    people.map((person) => (person.employee_id === employeeId ? { ...person, status } : person));
  await changeQueries(client, kioskPeopleQuery().queryKey, noted);
  await changeStored<KioskPerson[]>('kiosk-people', (kept = []) => noted(kept)).catch(() => null);
}

/** What can be worked on, as far as it is open to everyone. */
export type Kit = Pick<
  PersonAnswer,
  'projects' | 'cost_codes' | 'classes' | 'limited_projects' | 'cost_code_required' | 'questions'
> & {
  /** Who agreed to a photo with the punch. */
  photo_people: readonly string[];
};

async function askKit(): Promise<Kit> {
  const { seal, ...kit } = unwrap(
    await (await kiosk()).rpc('kiosk_kit', { new_seal_param: await needsSeal() }),
  ) as unknown as Kit & { seal: { id: string; key: string } | null };
  if (seal) await keepSeal(seal);
  return kit;
}

/** Kept in time, so that the tablet works without a signal. */
export const kitQuery = () =>
  queryOptions({
    queryKey: [queryKeys.kiosk, 'kit'],
    queryFn: () => orStored('kit', askKit),
    refetchInterval: 10 * 60_000,
    meta: { answersOffline: true },
  });
