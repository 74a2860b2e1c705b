import { type Draft, type Problem, toSend } from '@/features/public-work/determinations/draft';
import { toAppError, unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface Input {
  draft: Draft;
  sourceText: string;
}

/** All chosen classes with the text they were read from, or nothing. */
export function useSaveDetermination(projectId: string) {
  const { t } = useTranslation('determinations');
  return useWrite({
    send: async ({ draft, sourceText }: Input) =>
      unwrap(
        await supabase().rpc('save_determination', {
          project_id_param: projectId,
          determinations_param: asJson(toSend(draft).determinations),
          source_text_param: sourceText,
        }),
      ),
    done: (_, { draft }) =>
      t('saved', { count: toSend(draft).places.reduce((sum, places) => sum + places.length, 0) }),
    stale: [queryKeys.publicWork],
    quiet: true,
  });
}

/** The lines that the database refused, where they stand in the draft. */
export function refusedLines(cause: unknown, draft: Draft): Problem[] {
  const { code, detail } = toAppError(cause);
  if (code !== 'determination_lines' || !detail) return [];
  const { at, places } = toSend(draft);
  const lines = JSON.parse(detail) as {
    determination: number;
    class: number | null;
    problem: string;
  }[];
  return lines.map(({ determination, class: line, problem }) => ({
    determination: at[determination] ?? 0,
    place: line === null ? null : (places[determination]?.[line] ?? null),
    problem,
  }));
}
