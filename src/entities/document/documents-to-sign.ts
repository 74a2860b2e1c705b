import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** A document the viewer has yet to read and sign. */
export interface DocumentToSign {
  document_id: string;
  version_id: string;
  version: number;
  name: string;
  project_name: string | null;
  /** An older version was signed: this one is new. */
  signed_before: boolean;
}

export function documentsToSignQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.documents, 'to-sign', employeeId],
    queryFn: async ({ signal }): Promise<DocumentToSign[]> =>
      unwrap(await supabase().rpc('documents_to_sign').abortSignal(signal)),
    staleTime: 60_000,
  });
}

export function useDocumentsToSign() {
  const employeeId = useEmployee()?.id ?? '';
  return useQuery({ ...documentsToSignQuery(employeeId), enabled: employeeId !== '' });
}
