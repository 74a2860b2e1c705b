import { PayrollExport } from '@/features/exports/payroll-export';
import { TimeTrackerScreen } from '@/features/time-tracker/time-tracker-screen';

export function Component() {
  return (
    <>
      <TimeTrackerScreen />
      <PayrollExport />
    </>
  );
}
