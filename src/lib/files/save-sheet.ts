import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import type { PaperSheet } from '@/lib/files/paper-sheet';
import { loadCode } from '@/lib/load-code';
import { serverNow } from '@/lib/server-clock';
import { text } from '@/lib/translation';

/** The sheet as a PDF, in the language of the screen. */
export async function sheetPdf(sheet: PaperSheet): Promise<ArrayBuffer> {
  const [{ pdfSheetFile }, { loadPdfFonts }] = await Promise.all([
    loadCode(() => import('@/lib/files/pdf-sheet')),
    loadCode(() => import('@/lib/files/pdf-fonts')),
  ]);
  return pdfSheetFile(
    {
      ...sheet,
      pageLabel: (page, pages) => text('common:export.page', { page, pages }),
      createdAt: new Date(serverNow()).toISOString(),
      fileId: crypto.randomUUID().replaceAll('-', ''),
    },
    await loadPdfFonts(),
  );
}

/** Hands the sheet to the browser's downloads, as a PDF. */
export async function saveSheet(name: string, sheet: PaperSheet): Promise<void> {
  downloadFile(`${name}.pdf`, FILE_TYPES.pdf, await sheetPdf(sheet));
}
