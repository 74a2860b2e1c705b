import { useQuery } from '@tanstack/react-query';
import { useDocumentsToSign } from '@/entities/document/documents-to-sign';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import {
  documentsQuery,
  foldersQuery,
  progressQuery,
  searchQuery,
} from '@/features/documents/api/queries';
import { usePins } from '@/features/documents/use-pins';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useToday } from '@/lib/use-today';

const MIN_SEARCH = 2;

/** Everything the screen shows, kept fresh while it is open. */
export function useDocuments(search: string) {
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const manages = useIsPrivileged();
  const leads = manages || employee?.role === 'foreman';
  const filter = companyId ? `company_id=eq.${companyId}` : null;
  const stale = [queryKeys.documents];
  useLiveTable({ table: 'documents', filter, stale });
  useLiveTable({ table: 'document_versions', filter, stale });
  useLiveTable({ table: 'document_signatures', filter: leads ? filter : null, stale });
  const enabled = companyId !== '';
  const folders = useQuery({ ...foldersQuery(companyId), enabled });
  const documents = useQuery({ ...documentsQuery(companyId), enabled });
  const progress = useQuery({ ...progressQuery(companyId), enabled: enabled && leads });
  const found = useQuery({
    ...searchQuery(search.trim()),
    enabled: search.trim().length >= MIN_SEARCH,
  });
  const toSign = useDocumentsToSign();
  const pins = usePins(documents.data);
  return {
    companyId,
    manages,
    leads,
    today: useToday(company?.time_zone ?? 'UTC'),
    folders,
    // Without a signal, what was kept on the device is what there is.
    documents,
    all: documents.data ?? pins.kept,
    isKnown: documents.data !== undefined || pins.kept.length > 0,
    progress: progress.data,
    hits: search.trim().length >= MIN_SEARCH ? found : null,
    toSign: toSign.data ?? [],
    isSigningKnown: toSign.data !== undefined,
    pins,
  };
}
