import { ExportHistory } from '@/features/exports/export-history';
import { PayrollExport } from '@/features/exports/payroll-export';
import { PayrollScreen } from '@/features/payroll/payroll-screen';

export function Component() {
  return (
    <>
      <PayrollScreen exports={<ExportHistory />} />
      <PayrollExport ofAddress />
    </>
  );
}
