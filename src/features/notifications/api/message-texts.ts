import { queryOptions } from '@tanstack/react-query';
import type { Language } from '@/lib/languages';
import { loadCode } from '@/lib/load-code';
import { queryKeys } from '@/lib/query-keys';

/** The texts of short messages, which the server also makes pushes and text messages of. */
export interface MessageText {
  /** Without one it is a text message only. */
  title?: string;
  body?: string;
  /** With names and figures: for who is signed in. */
  details?: string;
  text?: string;
}
export type MessageTexts = Record<string, MessageText>;

/** Each its own call, so that a language loads alone. */
const load: Record<Language, () => Promise<{ default: MessageTexts }>> = {
  en: () => loadCode(() => import('../../../../supabase/templates/messages.en.json')),
  es: () => loadCode(() => import('../../../../supabase/templates/messages.es.json')),
};

export const messageTextsQuery = (language: Language) =>
  queryOptions({
    queryKey: [queryKeys.drawn, 'message-texts', language],
    queryFn: async () => (await load[language]()).default,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { answersOffline: true },
  });
