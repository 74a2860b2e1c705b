import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import type { SignedReport } from '@/features/public-work/report/api/queries';

export function DownloadMenu(_: { live: CertifiedPayroll; shown: SignedReport | null }) {
  return null;
}
