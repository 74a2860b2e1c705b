import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Shape } from '@/features/photos/viewer/markup';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
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
  quantity_id?: string;
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
        filter_param: asJson(filter),
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

/** What a photo was linked to, by hand or because it was taken there. */
export interface Links {
  equipment_id: string | null;
  time_entry_id: string | null;
  field_report_id: string | null;
  quantity_id: string | null;
}

export interface PhotoDetails extends Links {
  sha256: string | null;
  taken_from: 'file' | 'device';
  /** Null for who may not see it. */
  equipment: { number: string | null; name: string } | null;
  time_entry: EntryOption | null;
  field_report: ReportOption | null;
  quantity: QuantityOption | null;
}

export type EntryOption = Pick<Row<'time_entries'>, 'id' | 'clock_in' | 'clock_out'>;
export type ReportOption = Pick<Row<'field_reports'>, 'id' | 'number' | 'report_date'>;
export type QuantityOption = Pick<
  Row<'quantities'>,
  'id' | 'work_date' | 'quantity' | 'cost_code_id' | 'area'
>;

const ENTRY = 'id, clock_in, clock_out';
const REPORT = 'id, number, report_date';
const QUANTITY = 'id, work_date, quantity, cost_code_id, area';

/** What the panel of one photo shows beside the list's columns. */
export const detailsQuery = (companyId: string, id: string) =>
  queryOptions({
    queryKey: [queryKeys.photos, 'panel', companyId, id],
    queryFn: async ({ signal }): Promise<PhotoDetails> =>
      unwrap(
        await supabase()
          .from('photos')
          .select(
            `sha256, taken_from, equipment_id, time_entry_id, field_report_id, quantity_id,
             equipment(number, name), time_entry:time_entries(${ENTRY}),
             field_report:field_reports(${REPORT}), quantity:quantities(${QUANTITY})`,
          )
          .eq('company_id', companyId)
          .eq('id', id)
          .abortSignal(signal)
          .single(),
      ) as unknown as PhotoDetails,
  });

/** The time its photographer worked there that day. */
export const entryOptionsQuery = (companyId: string, photo: Photo) =>
  queryOptions({
    queryKey: [queryKeys.photos, 'entries', companyId, photo.id],
    queryFn: async ({ signal }): Promise<EntryOption[]> =>
      unwrap(
        await supabase()
          .from('time_entries')
          .select(ENTRY)
          .eq('company_id', companyId)
          .eq('employee_id', photo.employee_id ?? '')
          .eq('project_id', photo.project_id)
          .eq('work_date', photo.taken_on)
          .order('clock_in')
          .abortSignal(signal),
      ),
    enabled: photo.employee_id !== null,
  });

/** Reports of the project that are still written. */
export const reportOptionsQuery = (companyId: string, projectId: string) =>
  queryOptions({
    queryKey: [queryKeys.photos, 'reports', companyId, projectId],
    queryFn: async ({ signal }): Promise<ReportOption[]> =>
      unwrap(
        await supabase()
          .from('field_reports')
          .select(REPORT)
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .eq('status', 'draft')
          .order('report_date', { ascending: false })
          .limit(60)
          .abortSignal(signal),
      ),
  });

/** What was put in place at the project, latest first. */
export const quantityOptionsQuery = (companyId: string, projectId: string) =>
  queryOptions({
    queryKey: [queryKeys.photos, 'quantities', companyId, projectId],
    queryFn: async ({ signal }): Promise<QuantityOption[]> =>
      unwrap(
        await supabase()
          .from('quantities')
          .select(QUANTITY)
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('work_date', { ascending: false })
          .limit(100)
          .abortSignal(signal),
      ),
  });

export const photoCommentsQuery = (id: string) =>
  rowsQuery([queryKeys.photos, 'comments', id], () =>
    supabase().rpc('comments_of_photo', { photo_id_param: id }),
  );

/** Announced and not arrived: still on whose phone. */
export const waitingPhotosQuery = (companyId: string) =>
  rowsQuery([queryKeys.photos, 'waiting', companyId], () => supabase().rpc('waiting_photos'));

export const sharesQuery = (companyId: string) =>
  rowsQuery([queryKeys.photos, 'shares', companyId], () =>
    supabase()
      .from('photo_shares')
      .select('id, title, photo_ids, expires_at, revoked_at, views, last_viewed_at, created_at')
      .eq('company_id', companyId)
      .order('created_at', { ascending: false })
      .limit(50),
  );
