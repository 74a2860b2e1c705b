import type { CertifiedPayrollRecord } from '@/entities/certified-payroll/certified-payroll';
import { fileName } from '@/features/public-work/report/files/portal-input';

/** `WH-347_No-4_2026-03-15.pdf`; the old layout and corrections say so. */
export function wh347Name(record: CertifiedPayrollRecord, layout: '2025' | '2008'): string {
  const { number, revision, week_end } = record.report.header;
  const parts = [
    layout === '2008' ? 'WH-347-2008' : 'WH-347',
    number && `No-${number}`,
    revision && record.signer && `correction-${revision}`,
    week_end,
  ];
  return fileName(record, `${parts.filter(Boolean).join('_')}.pdf`);
}
