import type { Poster } from '@/features/site-sign-in/files/poster-pdf';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { loadTexts } from '@/lib/i18n';
import { LANGUAGES, type Language } from '@/lib/languages';
import { loadCode } from '@/lib/load-code';
import { fixedT } from '@/lib/translation';

/** The address that the code on a poster opens. */
export const posterAddress = (token: string): string => `${window.location.origin}/site/${token}`;

const wordsIn = (language: Language): Poster['words'][0] => {
  const t = fixedT(language, 'site-sign-in');
  return {
    heading: t('poster.heading'),
    scan: t('poster.scan'),
    text: t('poster.text'),
    noSignal: t('poster.noSignal'),
  };
};

/** Hands the poster to the browser's downloads, in both languages on one sheet. */
export async function savePoster(poster: Omit<Poster, 'words'>): Promise<void> {
  const [{ posterPdf }, { loadPdfFonts }] = await Promise.all([
    loadCode(() => import('@/features/site-sign-in/files/poster-pdf')),
    loadCode(() => import('@/lib/files/pdf-fonts')),
    ...LANGUAGES.map((language) => loadTexts(language, ['site-sign-in'])),
  ]);
  const words = [wordsIn('en'), wordsIn('es')] as const;
  const file = posterPdf({ ...poster, words }, await loadPdfFonts());
  downloadFile(`${poster.project}.pdf`, FILE_TYPES.pdf, file);
}
