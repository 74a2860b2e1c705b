import { fullName, type RecordedExport, ratesText } from '@/features/exports/payroll-record';
import { csvText } from '@/lib/files/csv';

/** At least two decimals, a rate's third and fourth only where it has them. */
const rateText = (rate: number): string => rate.toFixed(4).replace(/0{1,2}$/, '');

/** `Name,Hours,Rate,Earnings`, one line per employee; a missing rate or amount is 0. */
export function payrollCsv(source: Pick<RecordedExport['rows'], 'summary' | 'lines'>): string {
  const lines = source.summary.map((row) => [
    fullName(row),
    // Figures as text would be quoted or defused; these are plain numbers in fixed notation.
    { fixed: row.total_hours.toFixed(2) },
    { fixed: ratesText(row, source.lines, rateText) ?? '0' },
    { fixed: row.total_earnings === null ? '0' : row.total_earnings.toFixed(2) },
  ]);
  return csvText([['Name', 'Hours', 'Rate', 'Earnings'], ...lines]);
}
