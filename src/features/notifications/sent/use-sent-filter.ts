import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { type SentFilter, STATUSES } from '@/features/notifications/api/sent';
import { CHANNELS } from '@/features/notifications/channels';
import { useFormat } from '@/lib/format-context';
import { addDays, isIsoDate } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useToday } from '@/lib/use-today';

const NAMES = ['person', 'event', 'channel', 'status', 'from', 'to'] as const;
type Name = (typeof NAMES)[number];
const USUAL_DAYS = 30;

/** The filters of the list, which stand in the address. */
export function useSentFilter() {
  const { timeZone } = useFormat().preferences;
  const today = useToday(timeZone);
  const manages = useIsPrivileged();
  const { company, employee } = useViewer();
  const [params, change] = useAddressParams();
  const date = (name: 'from' | 'to', usual: string): string => {
    const given = params.get(name) ?? '';
    return isIsoDate(given) ? given : usual;
  };
  const filter: SentFilter = {
    companyId: company?.id ?? '',
    employeeId: manages ? params.get('person') : (employee?.id ?? ''),
    event: params.get('event'),
    channel: CHANNELS.find((one) => one === params.get('channel')) ?? null,
    status: STATUSES.find((one) => one === params.get('status')) ?? null,
    from: date('from', addDays(today, -USUAL_DAYS)),
    to: date('to', today),
    timeZone,
  };
  return {
    filter,
    isFiltered: NAMES.some((name) => params.has(name)),
    change: (name: Name, value: string | null) => change(name, value),
    clear: () => {
      for (const name of NAMES) change(name, null);
    },
  };
}
