import { useQueryClient } from '@tanstack/react-query';
import { hireDates } from '@/features/safety/api/person';
import {
  type CertifiedSummary,
  casesQuery,
  type Establishment,
  logQuery,
} from '@/features/safety/api/queries';
import { errorText } from '@/lib/errors';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** The paper to post, and the two files OSHA's portal takes. */
export function useSummaryFiles(place: Establishment, year: number) {
  const { t } = useTranslation(['safety', 'common']);
  const format = useFormat();
  const client = useQueryClient();
  const run = (work: () => Promise<void>) =>
    void work().catch((cause: unknown) =>
      toast.error(t('common:error.title'), { description: errorText(cause) }),
    );
  const paper = async (certified: CertifiedSummary) => {
    const [{ pdfReportFile }, { loadPdfFonts }, { summaryPaper }] = await Promise.all([
      loadCode(() => import('@/lib/files/pdf-report')),
      loadCode(() => import('@/lib/files/pdf-fonts')),
      loadCode(() => import('@/features/safety/files/osha-pdf')),
    ]);
    const bytes = pdfReportFile(summaryPaper(certified, t, format), await loadPdfFonts());
    downloadFile(`osha-300a-${year}.pdf`, FILE_TYPES.pdf, bytes);
  };
  const summary = async (certified: CertifiedSummary) => {
    const { summaryFile } = await loadCode(() => import('@/features/safety/files/ita-files'));
    // Not part of the 300A that was certified; OSHA's portal asks for it.
    const ein = certified.content.establishment.ein ?? place.ein;
    if (ein === null) {
      toast.error(t('certified.missing'), { description: t('certified.missingEin') });
      return;
    }
    const establishment = { ...certified.content.establishment, ein };
    // OSHA reads it, whatever the language of this screen.
    const reason = certified.revision > 1 ? 'Corrected' : '';
    downloadFile(
      `ita-300a-${year}.csv`,
      FILE_TYPES.csv,
      summaryFile({ ...certified.content, establishment }, reason),
    );
  };
  const cases = async ({ content }: CertifiedSummary) => {
    const [{ casesFile, missingInCases }, lines, forms] = await Promise.all([
      loadCode(() => import('@/features/safety/files/ita-files')),
      client.fetchQuery({ ...logQuery(place.id, year), staleTime: 0 }),
      client.fetchQuery({ ...casesQuery(place.id, year), staleTime: 0 }),
    ]);
    const hired = await hireDates(
      place.company_id,
      forms.map(({ employee_id }) => employee_id),
    );
    const records = lines.flatMap((line) => {
      const form = forms.find(({ id }) => id === line.id);
      return form ? [{ line, form, hiredOn: hired.get(form.employee_id) ?? null }] : [];
    });
    const missing = missingInCases(records);
    if (missing.length > 0) {
      toast.error(t('certified.missing'), {
        description: t('certified.missingIn', { numbers: format.list(missing.map(String)) }),
      });
      return;
    }
    // The portal matches cases to the summary by this name, also where the site was renamed since.
    const file = casesFile(content.establishment.name, year, records);
    downloadFile(`ita-300-301-${year}.csv`, FILE_TYPES.csv, file);
  };
  return {
    paper: (certified: CertifiedSummary) => run(() => paper(certified)),
    summary: (certified: CertifiedSummary) => run(() => summary(certified)),
    cases: (certified: CertifiedSummary) => run(() => cases(certified)),
  };
}
