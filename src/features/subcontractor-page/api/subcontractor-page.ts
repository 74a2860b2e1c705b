import { queryOptions } from '@tanstack/react-query';
import { fileTypeOf, MAX_FILE_BYTES } from '@/features/subcontractor-page/file-type';
import { AppError, toAppError, unwrap } from '@/lib/errors';
import { sha256 } from '@/lib/files/sha256';
import { visitorClient } from '@/lib/full-client';
import type { Language } from '@/lib/languages';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export type WeekState = 'missing' | 'open' | 'handed_in' | 'accepted' | 'returned';

/** What was handed in, as one version of it. */
export interface HandedIn {
  id: string;
  version: number;
  number: number | null;
  workers: number | null;
  hours: string | null;
  gross: string | null;
  no_work: boolean;
  final: boolean;
  note: string;
  handed_in_by: string;
  file_name: string | null;
  handed_in_at: string;
  status: 'handed_in' | 'accepted' | 'returned';
  decision_note: string | null;
}

export interface Week {
  week_end: string;
  state: WeekState;
  /** The newest version first. */
  reports: readonly HandedIn[];
}

export interface OpenPage {
  state: 'open';
  company: string;
  project: string;
  location: string | null;
  contract_number: string | null;
  name: string;
  language: Language;
  first_week_end: string;
  weeks: readonly Week[];
}

export const pageQuery = (token: string) =>
  queryOptions({
    queryKey: [queryKeys.subcontractorPage, token],
    queryFn: async () =>
      unwrap(await supabase().rpc('subcontractor_page', { token_param: token })) as unknown as
        | OpenPage
        | { state: 'unknown' },
    refetchOnWindowFocus: false,
    retry: 1,
  });

export interface HandIn {
  /** A repeat after a lost answer hands in nothing twice. */
  id: string;
  weekEnd: string;
  name: string;
  number: number | null;
  workers: number | null;
  hours: string | null;
  gross: string | null;
  noWork: boolean;
  final: boolean;
  note: string;
  file: File | null;
}

export function useHandIn(token: string) {
  return useWrite({
    send: async ({ id, weekEnd, file, noWork, ...figures }: HandIn) => {
      const described = file && (await describe(file));
      const answer = unwrap(
        await supabase().rpc('hand_in_report', {
          token_param: token,
          id_param: id,
          week_end_param: weekEnd,
          report_param: { ...figures, no_work: noWork, file: described },
        }),
      ) as unknown as { result: 'ok' | 'unknown'; path: string | null };
      if (answer.result !== 'ok') throw new AppError('portal_closed');
      if (file && described && answer.path) await upload(token, answer.path, file, described.type);
    },
    stale: [queryKeys.subcontractorPage],
    quiet: true,
  });
}

async function describe(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = fileTypeOf(bytes);
  if (type === null) throw new AppError('subcontractor_reports_media_type_known');
  if (file.size > MAX_FILE_BYTES) throw new AppError('subcontractor_reports_size_range');
  return { name: file.name.slice(-200), type, size: file.size, sha256: await sha256(bytes) };
}

async function upload(token: string, path: string, file: File, type: string): Promise<void> {
  const client = await visitorClient('x-subcontractor', token);
  const { error } = await client.storage
    .from('subcontractor-reports')
    // Its type is what the bytes are, not what the system thinks of its name.
    .upload(path, new Blob([file], { type }), { contentType: type });
  if (error) throw toAppError(error);
}
