import { useViewer } from '@/entities/viewer/use-viewer';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';

const STALE = [
  queryKeys.viewer,
  queryKeys.timeEntries,
  queryKeys.team,
  queryKeys.dashboard,
  queryKeys.payroll,
];

/** A clock started or stopped on one device shows on the others; the database decides who hears it. */
export function useLiveTime(): void {
  const companyId = useViewer().company?.id;
  const filter = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'time_entries', filter, stale: STALE });
  useLiveTable({ table: 'time_entry_breaks', filter, stale: STALE });
}
