import { ExportHistory } from '@/features/exports/export-history';
import { PayrollExport } from '@/features/exports/payroll-export';
import { PayrollPaper } from '@/features/exports/payroll-paper';
import { PayrollScreen } from '@/features/payroll/payroll-screen';

export function Component() {
  return (
    <>
      <PayrollScreen
        exports={<ExportHistory />}
        paper={(range) => <PayrollPaper range={range} />}
      />
      <PayrollExport ofAddress />
    </>
  );
}
