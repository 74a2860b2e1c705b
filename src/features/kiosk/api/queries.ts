import { queryOptions } from '@tanstack/react-query';
import { kiosk } from '@/features/kiosk/api/kiosk-client';
import { unwrap } from '@/lib/errors';

export interface Kiosk {
  id: string;
  name: string;
  project_id: string | null;
  project_name: string | null;
  company_name: string;
  time_zone: string;
}

/** What this tablet is; null when it is not paired, or no longer. */
export const kioskQuery = () =>
  queryOptions({
    queryKey: ['kiosk', 'self'],
    queryFn: async ({ signal }): Promise<Kiosk | null> => {
      const client = await kiosk();
      const { data } = await client.auth.getSession();
      if (!data.session) return null;
      return unwrap(await client.rpc('my_kiosk').abortSignal(signal)) as unknown as Kiosk | null;
    },
    refetchInterval: 60_000,
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
    queryKey: ['kiosk', 'people'],
    queryFn: async ({ signal }) =>
      unwrap(await (await kiosk()).rpc('kiosk_people').abortSignal(signal)) as KioskPerson[],
    refetchInterval: 30_000,
  });
