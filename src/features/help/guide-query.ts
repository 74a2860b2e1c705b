import { queryOptions } from '@tanstack/react-query';
import { type GuidePage, parseGuide } from '@/features/help/parse-guide';
import { queryKeys } from '@/lib/query-keys';

const GUIDES = {
  en: () => import('@/features/help/guide-en'),
  es: () => import('@/features/help/guide-es'),
};

/** All pages in one language, a file of the app like its code: read once, they are there without a signal. */
export const guideQuery = (language: string) =>
  queryOptions({
    queryKey: [queryKeys.guide, language],
    queryFn: async (): Promise<Map<string, GuidePage>> => {
      const { pages } = await GUIDES[language === 'es' ? 'es' : 'en']();
      return new Map(
        Object.entries(pages).map(([file, text]) => [
          file.replace(/^.*\/|\.md$/g, ''),
          parseGuide(text),
        ]),
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { answersOffline: true },
  });
