import type { Definition } from '@/features/activity-reports/definition';
import type { Pivot } from '@/features/activity-reports/pivot';
import type { ReportFile } from '@/features/activity-reports/report-files';
import { addsUp, reportLabels, type Wording } from '@/features/activity-reports/report-labels';
import type { DateRange } from '@/lib/time';

interface ReportToFile extends Wording {
  definition: Definition;
  table: Pivot;
  range: DateRange;
  title: string;
  company: string;
  createdAt: string;
}

/** Browsers and servers put different narrow spaces into dates and figures. */
const plainSpaces = (text: string): string => text.replaceAll(/\p{Zs}/gu, ' ');

/** The table of a report as files have it: the same for the screen's downloads and the files of mails. */
export function reportFile(report: ReportToFile): ReportFile {
  const { t, format, definition, table, range, title, company, createdAt } = report;
  const { by, second, across, measure } = definition;
  const { named, written, rowName } = reportLabels(report);
  const adds = addsUp(measure);
  const hasTotal = adds.across || table.columns.length === 0;
  return {
    title,
    company,
    period: plainSpaces(format.dateRange(range.start, range.end)),
    headers: {
      words: [rowName(by), ...(second ? [rowName(second)] : [])],
      spans: table.columns.map((key) =>
        plainSpaces(across === 'month' ? format.month(key) : format.dayMonth(key)),
      ),
      total: hasTotal ? (across ? t('total') : t(`measure.${measure}`)) : null,
    },
    words: (row) => [named(row.label, by), ...(second ? [named(row.secondLabel, second)] : [])],
    measure,
    also: definition.also.map((name) => ({
      measure: name,
      header: t(`measure.${name}`),
      addsDown: addsUp(name).down,
      written: (value) => plainSpaces(written(value, name)),
    })),
    table,
    addsDown: adds.down,
    totalLabel: t('total'),
    written: (value) => plainSpaces(written(value, measure)),
    page: (page, pages) => t('page', { page, pages }),
    createdAt,
  };
}

export function reportFileName(
  { measure, also, by, second, across }: Definition,
  range: DateRange,
  kind: string,
): string {
  // Files have no colons in their names.
  const shape = [measure, ...also, by, second, across]
    .filter((part) => part !== null)
    .map((part) => part.replace(/:.*/, ''))
    .join('_');
  return `${shape}_${range.start}_to_${range.end}.${kind}`;
}
