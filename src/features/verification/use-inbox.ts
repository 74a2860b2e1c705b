import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { kioskPhotosQuery } from '@/features/verification/api/kiosk-photos';
import { incidentsQuery, itemsQuery, KINDS } from '@/features/verification/api/queries';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useMediaQuery } from '@/lib/use-media-query';

export const TABS = ['open', 'mine', 'resolved'] as const;

/** What the inbox shows, by the address. */
export function useInbox() {
  const { company, employee } = useViewer();
  const manages = useIsPrivileged();
  const companyId = company?.id ?? '';
  const [params, change] = useAddressParams();
  const filter = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'verifications', filter, stale: [queryKeys.verification] });
  useLiveTable({ table: 'verification_questions', filter, stale: [queryKeys.verification] });
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
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const photoCount = photos?.count ?? 0;
  const asked = params.get('item');
  const chosen = items.find(({ id }) => id === asked) ?? (asked ? null : (items[0] ?? null));
  return {
    query,
    incidents: useQuery({ ...incidentsQuery(companyId), enabled: companyId !== '' }),
    takesPhotos,
    photoCount,
    tab,
    kind,
    items,
    /** Known once the open ones are there. */
    counts:
      query.data && tab !== 'resolved'
        ? // The photos are one item, as the menu counts them.
          { open: all.length + (photoCount > 0 ? 1 : 0), mine: mine.length }
        : null,
    /** What is ticked and still there, in the order of the list. */
    selected: tab === 'resolved' ? [] : items.filter(({ id }) => ticked.has(id)),
    select: (ids: readonly string[]) => setTicked(new Set(ids)),
    toggle: (id: string) =>
      setTicked((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    /** List and item stand side by side. */
    isWide: useMediaQuery('(min-width: 1024px)'),
    /** Shown beside the list; on a phone instead of it, once it was asked for. */
    chosen,
    isOpened: Boolean(asked && chosen),
    params,
    change,
  };
}

export type Inbox = ReturnType<typeof useInbox>;
