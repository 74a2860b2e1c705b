import { isReimbursement } from '@/entities/pay-type/is-reimbursement';
import { isWorked } from '@/features/exports/formats/file-data';
import {
  fullName,
  leaveHours,
  type PayrollLine,
  type RecordedExport,
  rarePayIn,
  ratesText,
  restOfPay,
} from '@/features/exports/payroll-record';
import { type Sheet, workbookFile } from '@/lib/files/workbook';
import type { TFunction } from '@/lib/translation';

const dollars = (cents: number | null): number | null => (cents === null ? null : cents / 100);

function summarySheet({ rows }: RecordedExport, t: TFunction<'exports'>): Sheet {
  const isSplit = rows.settings.version >= 4;
  const leave = isSplit ? leaveHours(rows.summary) : [];
  const rare = rarePayIn(rows.summary);
  return {
    name: t('sheet.summary'),
    totalLabel: t('column.total'),
    columns: [
      { header: t('column.name'), format: 'text', width: 28 },
      { header: t('column.number'), format: 'text', width: 12 },
      { header: t('column.regular'), format: 'hours', width: 12, sum: true },
      { header: t('column.overtime'), format: 'hours', width: 12, sum: true },
      { header: t('column.double'), format: 'hours', width: 12, sum: true },
      { header: t('column.hours'), format: 'hours', width: 12, sum: true },
      ...(isSplit
        ? ([{ header: t('column.timeOff'), format: 'hours', width: 12, sum: true }] as const)
        : []),
      { header: t('column.rate'), format: 'rate', width: 12 },
      { header: t('column.regularPay'), format: 'money', width: 14, sum: true },
      { header: t('column.overtimePay'), format: 'money', width: 14, sum: true },
      { header: t('column.doublePay'), format: 'money', width: 14, sum: true },
      ...(isSplit
        ? ([
            { header: t('column.timeOffPay'), format: 'money', width: 14, sum: true },
            { header: t('column.premiums'), format: 'money', width: 14, sum: true },
          ] as const)
        : []),
      { header: t('column.otherPay'), format: 'money', width: 14, sum: true },
      { header: t('column.earnings'), format: 'money', width: 14, sum: true },
      ...rare.map(
        (name) => ({ header: t(`column.${name}`), format: 'money', width: 14, sum: true }) as const,
      ),
    ],
    rows: rows.summary.map((row, place) => [
      fullName(row),
      row.employee_number,
      row.regular_hours,
      row.overtime_hours,
      row.double_time_hours,
      row.total_hours,
      ...(isSplit ? [leave[place] ?? 0] : []),
      row.hourly_rate ?? ratesText(row, rows.lines, String),
      row.regular_pay,
      row.overtime_pay,
      row.double_time_pay,
      ...(isSplit ? [row.leave_pay, row.premium_pay, restOfPay(row)] : [row.other_pay]),
      row.total_earnings,
      ...rare.map((name) => row[name] ?? null),
    ]),
  };
}

/** Straight, premium and earnings; what is repaid stands beside them, where the sheet has a column for it. */
function amountsOf(line: PayrollLine, isRepaidApart: boolean): (number | null)[] {
  const amounts = [line.straight_cents, line.premium_cents, line.total_cents].map(dollars);
  if (!isRepaidApart) return amounts;
  return isReimbursement(line.pay_code)
    ? [null, null, null, dollars(line.total_cents)]
    : [...amounts, null];
}

function detailSheet({ rows }: RecordedExport, t: TFunction<'exports'>): Sheet {
  const { projects, cost_codes: codes, classifications: classes } = rows;
  // Minutes of leave are paid and not worked: their sum is not the hours of the summary.
  const isRepaidApart = rarePayIn(rows.summary).includes('reimbursed_pay');
  const apart = rows.settings.version !== 2;
  const names = new Map(rows.summary.map((row) => [row.employee_id, fullName(row)]));
  return {
    name: t('sheet.detail'),
    totalLabel: t('column.total'),
    columns: [
      { header: t('column.name'), format: 'text', width: 28 },
      { header: t('column.date'), format: 'date', width: 12 },
      { header: t('column.project'), format: 'text', width: 28 },
      { header: t('column.costCode'), format: 'text', width: 14 },
      ...(classes ? ([{ header: t('column.class'), format: 'text', width: 28 }] as const) : []),
      { header: t('column.payCode'), format: 'text', width: 12 },
      ...(apart
        ? ([
            { header: t('column.minutesWorked'), format: 'integer', width: 10, sum: true },
            { header: t('column.minutesPaid'), format: 'integer', width: 10, sum: true },
          ] as const)
        : ([{ header: t('column.minutes'), format: 'integer', width: 10, sum: true }] as const)),
      { header: t('column.rate'), format: 'rate', width: 10 },
      { header: t('column.multiplier'), format: 'rate', width: 10 },
      { header: t('column.straight'), format: 'money', width: 14, sum: true },
      { header: t('column.premium'), format: 'money', width: 14, sum: true },
      { header: t('column.earnings'), format: 'money', width: 14, sum: true },
      ...(isRepaidApart
        ? ([{ header: t('column.reimbursed_pay'), format: 'money', width: 14, sum: true }] as const)
        : []),
    ],
    rows: rows.lines.map((line) => [
      names.get(line.employee_id) ?? '',
      line.work_date,
      projects[line.project_id ?? '']?.name ?? '',
      codes[line.cost_code_id ?? '']?.code ?? '',
      ...(classes ? [classes[line.classification_id ?? '']?.name ?? ''] : []),
      line.pay_code,
      ...(apart
        ? isWorked(line.pay_code)
          ? [line.minutes, null]
          : [null, line.minutes]
        : [line.minutes]),
      line.hourly_rate,
      line.multiplier,
      ...amountsOf(line, isRepaidApart),
    ]),
  };
}

/** Totals per employee and, on a second sheet, every line they are made of. */
export function payrollWorkbook(
  record: RecordedExport,
  t: TFunction<'exports'>,
): Uint8Array<ArrayBuffer> {
  const { settings } = record.rows;
  return workbookFile({
    title: `${settings.company} ${record.start_date} – ${record.end_date}`,
    creator: 'Chalkline',
    createdAt: settings.createdAt,
    sheets: [summarySheet(record, t), detailSheet(record, t)],
  });
}
