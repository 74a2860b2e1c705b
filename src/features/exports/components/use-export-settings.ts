import { useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import type { ExportSettings } from '@/features/exports/payroll-record';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';

/** What the file says beside its figures, as it is today. */
export function useExportSettings(): (provider?: Record<string, string>) => ExportSettings {
  const { company } = useViewer();
  const preparedBy = useViewerName();
  const { language, timeZone } = useFormat().preferences;
  return (provider = {}) => ({
    version: 5,
    language,
    company: company?.name ?? '',
    preparedBy,
    createdAt: new Date(serverNow()).toISOString(),
    timeZone: company?.time_zone ?? timeZone,
    provider,
  });
}
