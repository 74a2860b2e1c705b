import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Shape } from '@/features/photos/viewer/markup';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface Photo {
  id: string;
  project_id: string;
  cost_code_id: string | null;
  employee_id: string | null;
  employee_name: string | null;
  path: string;
  media_type: string;
  width: number | null;
  height: number | null;
  size_bytes: number | null;
  taken_at: string;
  /** The day at the project. */
  taken_on: string;
  uploaded_at: string;
  caption: string;
  tags: string[];
  markup: Shape[] | null;
  is_private: boolean;
  before_id: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Belongs to a locked report. */
  locked: boolean;
  comments: number;
}

export interface PhotoFilter {
  search?: string;
  project_id?: string;
  employee_id?: string;
  cost_code_id?: string;
  equipment_id?: string;
  time_entry_id?: string;
  field_report_id?: string;
  tag?: string;
  from?: string;
  to?: string;
  pairs?: boolean;
  /** Only those that say where they were taken. */
  placed?: boolean;
  deleted?: boolean;
  ids?: string[];
}

const PAGE = 100;

async function readPage(filter: PhotoFilter, after: Photo | null, signal: AbortSignal) {
  return unwrap(
    await supabase()
      .rpc('list_photos', {
        filter_param: filter as never,
        limit_param: PAGE,
        ...(after ? { before_param: after.taken_at, before_id_param: after.id } : {}),
      })
      .abortSignal(signal),
  ) as unknown as Photo[];
}

export const photosQuery = (companyId: string, filter: PhotoFilter) =>
  infiniteQueryOptions({
    queryKey: [queryKeys.photos, 'list', companyId, filter],
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
    initialPageParam: null as Photo | null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)),
  });

/** Photos by their ids, for pairs and for links from elsewhere. */
export const photosByIdQuery = (companyId: string, ids: string[]) =>
  queryOptions({
    queryKey: [queryKeys.photos, 'by-id', companyId, ids],
    queryFn: ({ signal }) => readPage({ ids }, null, signal),
    enabled: ids.length > 0,
  });

interface Evidence {
  sha256: string | null;
  taken_from: 'file' | 'device';
}

/** What the panel of one photo shows beside the list's columns. */
export const evidenceQuery = (companyId: string, id: string) =>
  queryOptions({
    queryKey: [queryKeys.photos, 'evidence', companyId, id],
    queryFn: async ({ signal }): Promise<Evidence> =>
      unwrap(
        await supabase()
          .from('photos')
          .select('sha256, taken_from')
          .eq('company_id', companyId)
          .eq('id', id)
          .abortSignal(signal)
          .single(),
      ) as unknown as Evidence,
  });

export const photoCommentsQuery = (id: string) =>
  queryOptions({
    queryKey: [queryKeys.photos, 'comments', id],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('comments_of_photo', { photo_id_param: id }).abortSignal(signal)),
  });

/** Announced and not arrived: still on whose phone. */
export const waitingPhotosQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.photos, 'waiting', companyId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('waiting_photos').abortSignal(signal)),
  });

export const sharesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.photos, 'shares', companyId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('photo_shares')
          .select('id, title, photo_ids, expires_at, revoked_at, views, last_viewed_at, created_at')
          .eq('company_id', companyId)
          .order('created_at', { ascending: false })
          .limit(50)
          .abortSignal(signal),
      ),
  });
