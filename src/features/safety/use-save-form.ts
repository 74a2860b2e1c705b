import { useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import { personOf } from '@/features/safety/api/person';
import type { InjuryCase } from '@/features/safety/api/queries';
import { errorText } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** Form 301 of a case as a PDF; `isOwn`: a copy for the person it is about. */
export function useSaveForm(isOwn = false) {
  const { t } = useTranslation(['safety', 'common']);
  const format = useFormat();
  const company = useViewer().company?.name ?? '';
  const completedBy = useViewerName();
  const save = async (form: InjuryCase) => {
    const [{ pdfReportFile }, { loadPdfFonts }, { formPaper }, person] = await Promise.all([
      loadCode(() => import('@/lib/files/pdf-report')),
      loadCode(() => import('@/lib/files/pdf-fonts')),
      loadCode(() => import('@/features/safety/files/osha-pdf')),
      personOf(form.company_id, form.employee_id),
    ]);
    const paper = formPaper(
      { form, company, completedBy: isOwn ? null : completedBy, ...person },
      t,
      format,
    );
    downloadFile(
      `osha-301-${form.year}-${form.number}.pdf`,
      FILE_TYPES.pdf,
      pdfReportFile(paper, await loadPdfFonts()),
    );
  };
  return (form: InjuryCase) =>
    void save(form).catch((cause: unknown) =>
      toast.error(t('common:error.title'), { description: errorText(cause) }),
    );
}
