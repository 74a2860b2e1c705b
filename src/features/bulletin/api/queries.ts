import { queryOptions } from '@tanstack/react-query';
import type { Audience } from '@/entities/audience/audience';
import type { BulletinText } from '@/entities/bulletin/bulletins-query';
import type { Role } from '@/entities/viewer/viewer';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

/** A bulletin as managers keep it, with how many it reached. */
export interface ManagedBulletin extends BulletinText {
  audience: Audience;
  people: number;
  reads: number;
  acknowledged: number;
}

/** Managers: every bulletin, the planned and the expired ones too. */
export function managedBulletinsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.bulletins, 'managed', companyId],
    queryFn: async ({ signal }): Promise<ManagedBulletin[]> => {
      const [rows, counts] = await Promise.all([
        supabase()
          .from('bulletins')
          .select(
            'id, kind, title, body, title_es, body_es, audience, publish_at, expires_at, pinned, must_acknowledge, comments_allowed, attachments',
          )
          .eq('company_id', companyId)
          .order('publish_at', { ascending: false })
          .limit(200)
          .abortSignal(signal),
        supabase().rpc('bulletin_overview').abortSignal(signal),
      ]);
      const reached = new Map(unwrap(counts).map((row) => [row.id, row]));
      return unwrap(rows).map((row) => {
        const { people = 0, reads = 0, acknowledged = 0 } = reached.get(row.id) ?? {};
        return { ...row, people, reads, acknowledged } as unknown as ManagedBulletin;
      });
    },
  });
}

export interface Reader {
  employee_id: string;
  first_name: string;
  last_name: string;
  role: Role;
  read_at: string | null;
  acknowledged_at: string | null;
  postponed_count: number;
  reminded_at: string | null;
  language: 'en' | 'es' | null;
}

export function readersQuery(bulletinId: string) {
  return queryOptions({
    queryKey: [queryKeys.bulletins, 'readers', bulletinId],
    queryFn: async ({ signal }): Promise<Reader[]> =>
      (await allRows(() =>
        supabase().rpc('bulletin_report', { bulletin_id_param: bulletinId }).abortSignal(signal),
      )) as Reader[],
  });
}

export function commentsQuery(bulletinId: string) {
  return rowsQuery([queryKeys.bulletins, 'comments', bulletinId], () =>
    supabase().rpc('comments_of_bulletin', { bulletin_id_param: bulletinId }),
  );
}

export function attendanceQuery(companyId: string, bulletinId: string) {
  return rowsQuery([queryKeys.bulletins, 'attendance', companyId, bulletinId], () =>
    supabase()
      .from('talk_signatures')
      .select('id, signed_name, held_on, strokes, created_at')
      .eq('company_id', companyId)
      .eq('bulletin_id', bulletinId)
      .order('created_at', { ascending: false })
      .limit(500),
  );
}
