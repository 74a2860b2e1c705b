import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface Attachment {
  path: string;
  name: string;
  type: string;
  size: number;
}

/** What a bulletin says, whoever reads it. */
export interface BulletinText {
  id: string;
  kind: 'post' | 'talk';
  title: string;
  body: string;
  title_es: string | null;
  body_es: string | null;
  publish_at: string;
  expires_at: string | null;
  pinned: boolean;
  must_acknowledge: boolean;
  comments_allowed: boolean;
  attachments: Attachment[];
}

/** A bulletin as its reader gets it. */
export interface Bulletin extends BulletinText {
  author: string;
  comments: number;
  read_at: string | null;
  acknowledged_at: string | null;
  postponed_at: string | null;
}

export function myBulletinsQuery(employeeId: string) {
  return queryOptions({
    queryKey: [queryKeys.bulletins, 'mine', employeeId],
    queryFn: async ({ signal }): Promise<Bulletin[]> =>
      unwrap(await supabase().rpc('my_bulletins').abortSignal(signal)) as unknown as Bulletin[],
    staleTime: 60_000,
  });
}

export function useMyBulletins() {
  const employeeId = useEmployee()?.id ?? '';
  return useQuery({ ...myBulletinsQuery(employeeId), enabled: employeeId !== '' });
}

export const mustBeConfirmed = (bulletin: Bulletin): boolean =>
  bulletin.must_acknowledge && bulletin.acknowledged_at === null;
