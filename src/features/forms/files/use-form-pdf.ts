import { useState } from 'react';
import { type Picture, pictureOf } from '@/entities/photo/picture';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Submission } from '@/features/forms/api/queries';
import type { PaperRecord } from '@/features/forms/files/form-pdf';
import { useAnswerLabel } from '@/features/forms/use-answer-label';
import { errorText } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

const PIXELS = 900;

/** The photos of a form as pictures; one that cannot be read is left out and said so. */
async function picturesOf({ photos }: PaperRecord): Promise<Map<string, Picture>> {
  const found = new Map<string, Picture>();
  for (const { id, path, uploaded_at } of photos) {
    const picture = uploaded_at ? await pictureOf(path, PIXELS).catch(() => null) : null;
    if (picture) found.set(id, picture);
  }
  return found;
}

/** Makes the PDF of a filled form in the language of the screen. */
export function useMakeFormPdf(): (submission: PaperRecord) => Promise<ArrayBuffer> {
  const { t, language } = useTranslation('forms');
  const labelOf = useAnswerLabel();
  const format = useFormat();
  const company = useViewer().company?.name ?? '';
  return async (submission) => {
    const [{ formPaper }, { pdfReportFile }, { loadPdfFonts }, pictures] = await Promise.all([
      loadCode(() => import('@/features/forms/files/form-pdf')),
      loadCode(() => import('@/lib/files/pdf-report')),
      loadCode(() => import('@/lib/files/pdf-fonts')),
      picturesOf(submission),
    ]);
    const paper = formPaper({ submission, company, pictures, language }, t, labelOf, format);
    return pdfReportFile(paper, await loadPdfFonts());
  };
}

/** Saves a filled form as a PDF. */
export function useFormPdf() {
  const { t } = useTranslation('forms');
  const makePdf = useMakeFormPdf();
  const [busy, setBusy] = useState(false);
  const save = async (submission: Submission): Promise<void> => {
    setBusy(true);
    try {
      const [{ formFileName }, file] = await Promise.all([
        loadCode(() => import('@/features/forms/files/form-pdf')),
        makePdf(submission),
      ]);
      downloadFile(formFileName(submission), FILE_TYPES.pdf, file);
    } catch (cause) {
      toast.error(t('one.pdfFailed'), { description: errorText(cause) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, save: (submission: Submission) => void save(submission) };
}
