import { queryOptions } from '@tanstack/react-query';
import type { Audience } from '@/entities/audience/audience';
import { allPages, allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type Folder = Pick<Row<'folders'>, 'id' | 'project_id' | 'name'> & { audience: Audience };

export type Version = Pick<
  Row<'document_versions'>,
  | 'id'
  | 'version'
  | 'path'
  | 'file_name'
  | 'media_type'
  | 'size_bytes'
  | 'page_count'
  | 'note'
  | 'superseded_at'
  | 'created_at'
  | 'created_by'
>;

export type Document = Pick<
  Row<'documents'>,
  'id' | 'project_id' | 'folder_id' | 'name' | 'expires_on' | 'required_reading' | 'deleted_at'
> & {
  /** Newest first; what the viewer may open. */
  versions: Version[];
};

export interface Progress {
  people: number;
  signed: number;
}

const DOCUMENT_COLUMNS =
  'id, project_id, folder_id, name, expires_on, required_reading, deleted_at, versions:document_versions(id, version, path, file_name, media_type, size_bytes, page_count, note, superseded_at, created_at, created_by)';

export function foldersQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.documents, 'folders', companyId],
    queryFn: async ({ signal }): Promise<Folder[]> =>
      allRows(() =>
        supabase()
          .from('folders')
          .select('id, project_id, name, audience')
          .eq('company_id', companyId)
          .order('name')
          .order('id')
          .abortSignal(signal),
      ) as Promise<Folder[]>,
  });
}

/** All the viewer sees; the lists are parts of it. `deleted`: what managers may restore instead. */
export function documentsQuery(companyId: string, deleted = false) {
  return queryOptions({
    queryKey: [queryKeys.documents, 'list', companyId, deleted],
    queryFn: ({ signal }): Promise<Document[]> =>
      allPages(async (from, to) => {
        const all = supabase()
          .from('documents')
          .select(DOCUMENT_COLUMNS)
          .eq('company_id', companyId);
        const chosen = deleted ? all.not('deleted_at', 'is', null) : all.is('deleted_at', null);
        return unwrap(
          await chosen
            .order('name')
            .order('id')
            .order('version', { referencedTable: 'document_versions', ascending: false })
            .range(from, to)
            .abortSignal(signal),
        );
      }),
  });
}

/** Foremen and managers: how many signed each required reading. */
export function progressQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.documents, 'progress', companyId],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Progress>> => {
      const rows = unwrap(await supabase().rpc('document_progress').abortSignal(signal));
      return new Map(rows.map(({ document_id, ...counts }) => [document_id, counts]));
    },
  });
}

export interface Signer {
  employee_id: string;
  first_name: string;
  last_name: string;
  language: string;
  opened_at: string | null;
  reminded_at: string | null;
  signed_at: string | null;
  signed_language: string | null;
  signed_before: number | null;
}

export function signersQuery(documentId: string) {
  return queryOptions({
    queryKey: [queryKeys.documents, 'signers', documentId],
    queryFn: async ({ signal }): Promise<Signer[]> =>
      allRows(() =>
        supabase().rpc('document_signers', { document_id_param: documentId }).abortSignal(signal),
      ),
  });
}

export interface Hit {
  document_id: string;
  excerpt: string | null;
}

export function searchQuery(words: string) {
  return queryOptions({
    queryKey: [queryKeys.documents, 'search', words],
    queryFn: async ({ signal }): Promise<Hit[]> =>
      unwrap(await supabase().rpc('search_documents', { query_param: words }).abortSignal(signal)),
    staleTime: 30_000,
  });
}
