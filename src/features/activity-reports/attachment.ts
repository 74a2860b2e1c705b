import { asked, rangeOf, readSaved } from '@/features/activity-reports/definition';
import { type Answer, pivot } from '@/features/activity-reports/pivot';
import { reportFile, reportFileName } from '@/features/activity-reports/report-file';
import { reportCsv, reportPdf, reportWorkbook } from '@/features/activity-reports/report-files';
import { FILE_TYPES } from '@/lib/files/download';
import type { PdfFonts } from '@/lib/files/pdf-sheet';
import { createFormat, type DateFormat, type TimeFormat } from '@/lib/format';
import type { Language } from '@/lib/languages';
import type { WeekDay } from '@/lib/time';
import type { TFunction } from '@/lib/translation';

/** As `private.queue_report` writes it. */
export interface ReportRequest {
  report_id: string;
  format: keyof typeof FILE_TYPES;
  /** The day it was due, in the recipient's zone. */
  today: string;
  created_at: string;
}

/** As `scheduled_report` answers. */
interface ScheduledReport {
  name: string;
  definition: unknown;
  company_name: string;
  language: Language;
  time_zone: string;
  date_format: DateFormat;
  time_format: TimeFormat;
  week_start: WeekDay;
}

export interface AttachmentTools {
  /** Calls a function of the database with the recipient's rights. */
  call: (name: string, args: Record<string, unknown>) => Promise<unknown[]>;
  wordsOf: (language: Language) => TFunction<'activity-reports'>;
  fonts: () => Promise<PdfFonts>;
}

/** The file of a scheduled report, for whoever gets it; obsolete once it is not sent any more. */
export async function reportAttachment(request: ReportRequest, tools: AttachmentTools) {
  const [report] = (await tools.call('scheduled_report', {
    report_id_param: request.report_id,
  })) as ScheduledReport[];
  if (!report) return 'obsolete' as const;
  const definition = readSaved(report.definition);
  const calendar = { today: request.today, weekStart: report.week_start };
  const [answers] = await tools.call('activity_report_table', {
    definition_param: asked(definition, calendar),
  });
  const range = rangeOf(definition, calendar);
  const file = reportFile({
    t: tools.wordsOf(report.language),
    format: createFormat({
      language: report.language,
      timeZone: report.time_zone,
      dateFormat: report.date_format,
      timeFormat: report.time_format,
    }),
    definition,
    table: pivot(answers as Answer[], definition),
    range,
    title: report.name,
    company: report.company_name,
    createdAt: request.created_at,
  });
  const content = {
    csv: async () => new TextEncoder().encode(reportCsv(file)),
    xlsx: () => reportWorkbook(file),
    pdf: async () => new Uint8Array(await reportPdf(file, await tools.fonts())),
  };
  return {
    name: reportFileName(definition, range, request.format),
    type: FILE_TYPES[request.format],
    content: await content[request.format](),
  };
}
