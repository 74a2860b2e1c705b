import { useQueryClient } from '@tanstack/react-query';
import type { Picture } from '@/entities/photo/picture';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  figuresQuery,
  type Report,
  type ReportDay,
  reportQuery,
  versionsQuery,
} from '@/features/field-reports/api/queries';
import { photosIn, type ReportPhoto } from '@/features/field-reports/content';
import { reportPaper } from '@/features/field-reports/files/report-pdf';
import { errorText } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

const PIXELS = 1000;

/** One after the other, so that a phone holds one at a time; what cannot be read is left white. */
async function picturesOf(photos: readonly ReportPhoto[]): Promise<Map<string, Picture>> {
  const { pictureOf } = await loadCode(() => import('@/entities/photo/picture'));
  const pictures = new Map<string, Picture>();
  for (const { id, path } of photos) {
    const picture = await pictureOf(path, PIXELS).catch(() => null);
    if (picture) pictures.set(id, picture);
  }
  return pictures;
}

/** Makes the paper of a report: of its last version, or of the draft as it is. */
function useMakePdf(): (report: Report) => Promise<ArrayBuffer> {
  const { t } = useTranslation('field-reports');
  const client = useQueryClient();
  const format = useFormat();
  const { company } = useViewer();
  const { data: projects = [] } = useProjectOptions();
  return async (report) => {
    const [{ pdfReportFile }, { loadPdfFonts }, versions] = await Promise.all([
      loadCode(() => import('@/lib/files/pdf-report')),
      loadCode(() => import('@/lib/files/pdf-fonts')),
      client.fetchQuery(versionsQuery(report.company_id, report.id)),
    ]);
    const version = report.status === 'draft' ? undefined : versions[0];
    const figures =
      version?.figures ??
      (await client.fetchQuery(figuresQuery(report.project_id, report.report_date)));
    const content = version?.content ?? report.content;
    const paper = reportPaper(
      {
        number: report.number,
        version: version?.version ?? report.version + 1,
        date: report.report_date,
        company: company?.name ?? '',
        project: projects.find(({ id }) => id === report.project_id)?.name ?? '',
        status: t(`status.${report.status}`),
        content,
        figures,
        pictures: await picturesOf(photosIn(figures, content)),
        signedName: version?.signed_name ?? null,
        signedAt: version?.created_at ?? null,
        reviewed:
          report.status !== 'draft' && report.reviewed_at
            ? format.dateTime(report.reviewed_at)
            : null,
        sha256: version?.sha256 ?? null,
        reportId: report.id,
        updatedAt: report.updated_at,
      },
      t,
      format,
    );
    return pdfReportFile(paper, await loadPdfFonts());
  };
}

const fileName = (report: Report, project: string): string =>
  `${project.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${report.number}.pdf`;

export function useReportFiles() {
  const { t } = useTranslation('field-reports');
  const makePdf = useMakePdf();
  const client = useQueryClient();
  const companyId = useViewer().company?.id ?? '';
  const { data: projects = [] } = useProjectOptions();
  const nameOf = (report: Report) =>
    fileName(report, projects.find(({ id }) => id === report.project_id)?.name ?? '');
  const told = (work: Promise<void>) =>
    work.catch((cause: unknown) => toast.error(t('fileFailed'), { description: errorText(cause) }));
  const pdf = async (report: Report) =>
    downloadFile(nameOf(report), 'application/pdf', await makePdf(report));
  const zip = async (days: readonly ReportDay[], name: string) => {
    const { onePiece, uniqueName, zipFile } = await loadCode(() => import('@/lib/files/zip-file'));
    const file = await zipFile('chalkline-field-reports');
    const taken = new Set<string>();
    // One paper after the other: a month of many projects with photos would not fit into memory.
    for (const { project_id, report_date } of days) {
      const report = await client.fetchQuery(reportQuery(companyId, project_id, report_date));
      if (!report) continue;
      const entry = uniqueName(nameOf(report), report.id, taken);
      await file.add({ name: entry, content: onePiece(await makePdf(report)), packed: true });
    }
    downloadFile(name, 'application/zip', await file.finish());
  };
  return {
    pdf: (report: Report) => told(pdf(report)),
    /** One file with the papers of several projects and days. */
    zip: (days: readonly ReportDay[], name: string) => told(zip(days, name)),
  };
}
