import { TIME_QUERIES } from '@/entities/running-entry/update-running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useLiveTable } from '@/lib/use-live-table';

/** A clock started or stopped on one device shows on the others; the database decides who hears it. */
export function useLiveTime(): void {
  const companyId = useViewer().company?.id;
  const filter = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'time_entries', filter, stale: TIME_QUERIES });
  useLiveTable({ table: 'time_entry_breaks', filter, stale: TIME_QUERIES });
}
