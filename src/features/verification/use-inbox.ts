import { useQuery } from '@tanstack/react-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { kioskPhotosQuery } from '@/features/verification/api/kiosk-photos';
import { incidentsQuery, itemsQuery, KINDS } from '@/features/verification/api/queries';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';

export const TABS = ['open', 'mine', 'resolved'] as const;

/** What the inbox shows, by the address. */
export function useInbox() {
  const { company, employee } = useViewer();
  const manages = useIsPrivileged();
  const companyId = company?.id ?? '';
  const [params, change] = useAddressParams();
  const filter = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'verifications', filter, stale: [queryKeys.verification] });
  useLiveTable({ table: 'incidents', filter, stale: [queryKeys.verification] });
  const takesPhotos = manages && company?.kiosk_photos === true;
  const { data: photos } = useQuery({
    ...kioskPhotosQuery(companyId, 'new'),
    enabled: takesPhotos,
    refetchInterval: 60_000,
  });
  const tab = TABS.find((value) => value === params.get('tab')) ?? 'open';
  const kind = KINDS.find((value) => value === params.get('kind')) ?? null;
  const query = useQuery({
    ...itemsQuery(employee?.id ?? '', tab === 'resolved' ? 'resolved' : 'open'),
    enabled: employee !== null,
  });
  const all = query.data ?? [];
  const mine = all.filter(({ assigned_to }) => assigned_to === employee?.id);
  const items = (tab === 'mine' ? mine : all).filter((item) => !kind || item.kind === kind);
  const asked = params.get('item');
  const chosen = items.find(({ id }) => id === asked) ?? (asked ? null : (items[0] ?? null));
  return {
    query,
    incidents: useQuery({ ...incidentsQuery(companyId), enabled: companyId !== '' }),
    takesPhotos,
    photoCount: photos?.count ?? 0,
    tab,
    kind,
    items,
    /** Known once the open ones are there. */
    counts: query.data && tab !== 'resolved' ? { open: all.length, mine: mine.length } : null,
    /** Shown beside the list; on a phone instead of it, once it was asked for. */
    chosen,
    isOpened: Boolean(asked && chosen),
    params,
    change,
  };
}

export type Inbox = ReturnType<typeof useInbox>;
