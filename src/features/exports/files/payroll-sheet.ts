import {
  type ExportSettings,
  fullName,
  leaveHours,
  type PayrollLine,
  type PayrollRow,
  type RecordedExport,
  rarePayIn,
  ratesText,
  restOfPay,
  totalsOf,
} from '@/features/exports/payroll-record';
import type { PaperSheet } from '@/lib/files/paper-sheet';
import { createFormat } from '@/lib/format';
import type { TFunction } from '@/lib/translation';

/** What is on the sheet, also where nothing is recorded because it is only printed. */
export interface PayrollOnPaper extends Pick<RecordedExport, 'start_date' | 'end_date'> {
  rows: {
    summary: readonly PayrollRow[];
    lines: readonly Pick<PayrollLine, 'employee_id' | 'pay_code' | 'hourly_rate'>[];
    settings: ExportSettings;
  };
}

interface ExtraColumn {
  header: string;
  of: (row: PayrollRow, leaveHours: number) => number | null;
  total: 'leaveHours' | 'premiums' | 'restOfPay' | 'otherPay';
}

/** What is paid beside hours worked, as the version of the record had it. */
function extraColumns(version: ExportSettings['version'], t: TFunction<'exports'>): ExtraColumn[] {
  const otherPay = t('column.otherPay');
  if (version === 2) return [];
  if (version === 3)
    return [{ header: otherPay, of: ({ other_pay }) => other_pay, total: 'otherPay' }];
  return [
    { header: t('column.timeOff'), of: (_, hours) => hours, total: 'leaveHours' },
    { header: t('column.premiums'), of: ({ premium_pay }) => premium_pay, total: 'premiums' },
    { header: otherPay, of: restOfPay, total: 'restOfPay' },
  ];
}

/** A sheet to sign: the same figures as the screen, in the language it was exported in. */
export function payrollSheet(record: PayrollOnPaper, t: TFunction<'exports'>): PaperSheet {
  const { summary, lines, settings } = record.rows;
  // Fixed formats: the sheet must not change with the reader's preferences.
  const format = createFormat({
    language: settings.language,
    timeZone: settings.timeZone,
    dateFormat: 'YYYY-MM-DD',
    timeFormat: '12h',
  });
  const hours = (value: number) => format.number(value, 2);
  const money = (value: number | null) => (value === null ? '–' : format.number(value, 2));
  const totals = totalsOf(summary);
  const leave = settings.version >= 4 ? leaveHours(summary) : [];
  const extra = extraColumns(settings.version, t);
  const fringe = rarePayIn(summary).filter((name) => name === 'fringe_pay');
  const repaid = rarePayIn(summary).filter((name) => name === 'reimbursed_pay');
  const missing = summary.filter((row) => row.no_rate).map(fullName);
  return {
    heading: settings.company,
    title: `${t('pdf.title')} · ${format.dateRange(record.start_date, record.end_date)}`,
    notes: [
      t('pdf.created', { when: format.dateTime(settings.createdAt) }),
      t('pdf.preparedBy', { name: settings.preparedBy }),
      t('pdf.people', { count: summary.length }),
    ],
    columns: [
      { header: t('column.name'), weight: 3.1 },
      { header: t('column.regular'), weight: 1.2, align: 'right' },
      { header: t('column.overtime'), weight: 1.2, align: 'right' },
      { header: t('column.double'), weight: 1.2, align: 'right' },
      { header: t('column.hours'), weight: 1.2, align: 'right' },
      { header: t('column.rate'), weight: 1.5, align: 'right' },
      ...extra.map(({ header }) => ({ header, weight: 1.3, align: 'right' as const })),
      ...fringe.map(() => ({
        header: t('column.fringe_pay'),
        weight: 1.3,
        align: 'right' as const,
      })),
      { header: t('column.earnings'), weight: 1.6, align: 'right' },
      ...repaid.map(() => ({
        header: t('column.reimbursed_pay'),
        weight: 1.3,
        align: 'right' as const,
      })),
    ],
    rows: summary.map((row, place) => [
      fullName(row),
      hours(row.regular_hours),
      hours(row.overtime_hours),
      hours(row.double_time_hours),
      hours(row.total_hours),
      ratesText(row, lines, money) ?? '–',
      ...extra.map(({ of }) => money(of(row, leave[place] ?? 0))),
      ...fringe.map((name) => money(row[name] ?? 0)),
      money(row.total_earnings),
      ...repaid.map((name) => money(row[name] ?? 0)),
    ]),
    totals: [
      t('column.total'),
      hours(totals.regularHours),
      hours(totals.overtimeHours),
      hours(totals.doubleTimeHours),
      hours(totals.hours),
      '',
      ...extra.map(({ total }) => money(totals[total])),
      ...fringe.map((name) => money(totals[name])),
      money(totals.earnings),
      ...repaid.map((name) => money(totals[name])),
    ],
    remarks: missing.length > 0 ? [t('pdf.noRate', { names: format.list(missing) })] : [],
    signatures: [t('pdf.signPrepared'), t('pdf.signApproved'), t('pdf.signDate')],
    footer: `Chalkline · ${settings.company}`,
  };
}
