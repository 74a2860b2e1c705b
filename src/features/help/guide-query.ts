import { queryOptions } from '@tanstack/react-query';
import { type GuidePage, parseGuide } from '@/features/help/parse-guide';
import { loadCode } from '@/lib/load-code';
import { queryKeys } from '@/lib/query-keys';

const GUIDES = {
  en: () => loadCode(() => import('@/features/help/guide-en')),
  es: () => loadCode(() => import('@/features/help/guide-es')),
};

export interface Guide {
  pages: ReadonlyMap<string, GuidePage>;
  /** Addresses of the pictures. */
  pictures: ReadonlyMap<string, string>;
}

function byName<T>(files: Record<string, string>, read: (file: string) => T): Map<string, T> {
  return new Map(
    Object.entries(files).map(([path, file]) => [path.replace(/^.*\/|\.\w+$/g, ''), read(file)]),
  );
}

/** All pages in one language, a file of the app like its code: read once, they are there without a signal. */
export const guideQuery = (language: string) =>
  queryOptions({
    queryKey: [queryKeys.guide, language],
    queryFn: async (): Promise<Guide> => {
      const { pages, pictures } = await GUIDES[language === 'es' ? 'es' : 'en']();
      return {
        pages: byName(pages, parseGuide),
        pictures: byName(pictures, (address) => address),
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { answersOffline: true },
  });
