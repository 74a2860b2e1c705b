import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type KioskPhoto = Narrowed<
  Pick<
    Row<'kiosk_photos'>,
    'id' | 'employee_id' | 'moment' | 'path' | 'taken_at' | 'review' | 'reviewed_at'
  >,
  {
    moment: 'clock_in' | 'clock_out' | 'switch' | 'start_break' | 'end_break';
    review: 'them' | 'not_them' | null;
  }
>;

const PAGE = 48;

/** The oldest that nobody has looked at, or the last that somebody has. */
export function kioskPhotosQuery(companyId: string, list: 'new' | 'reviewed') {
  return queryOptions({
    queryKey: [queryKeys.verification, 'kiosk-photos', companyId, list],
    queryFn: async ({ signal }): Promise<{ photos: KioskPhoto[]; count: number }> => {
      const all = supabase()
        .from('kiosk_photos')
        .select('id, employee_id, moment, path, taken_at, review, reviewed_at', { count: 'exact' })
        .eq('company_id', companyId)
        .not('uploaded_at', 'is', null);
      const some =
        list === 'new'
          ? all.is('review', null).order('taken_at')
          : all.not('review', 'is', null).order('reviewed_at', { ascending: false });
      const answer = await some.limit(PAGE).abortSignal(signal);
      return { photos: unwrap(answer) as KioskPhoto[], count: answer.count ?? 0 };
    },
  });
}

export type LostPhoto = Pick<KioskPhoto, 'id' | 'employee_id' | 'taken_at'>;

/** A tablet sends the file right after it has announced it. */
const ARRIVES_WITHIN_MS = 60 * 60_000;
const NAMED = 5;

/** Announced, but the file never came: the tablet lost it or could not open it again. */
export function lostPhotosQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.verification, 'kiosk-photos', companyId, 'lost'],
    queryFn: async ({ signal }): Promise<{ photos: LostPhoto[]; count: number }> => {
      const before = new Date(serverNow() - ARRIVES_WITHIN_MS).toISOString();
      const answer = await supabase()
        .from('kiosk_photos')
        .select('id, employee_id, taken_at', { count: 'exact' })
        .eq('company_id', companyId)
        .is('uploaded_at', null)
        .lt('created_at', before)
        .order('created_at', { ascending: false })
        .limit(NAMED)
        .abortSignal(signal);
      return { photos: unwrap(answer), count: answer.count ?? 0 };
    },
  });
}

export interface Review {
  ids: string[];
  them: boolean;
}

/** Them: done. Not them: it becomes an item of the inbox, with its punch. */
export function useReviewPhotos() {
  const { t } = useTranslation('verification');
  return useWrite({
    send: async ({ ids, them }: Review) =>
      unwrap(await supabase().rpc('review_kiosk_photos', { ids_param: ids, them_param: them })),
    done: (_count, { them }) => (them ? null : t('photos.nowOpen')),
    stale: [queryKeys.dashboard, queryKeys.verification],
  });
}
