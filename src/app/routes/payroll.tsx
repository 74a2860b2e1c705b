import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { useViewer } from '@/entities/viewer/use-viewer';
import { ExportHistory } from '@/features/exports/export-history';
import { PayrollExport } from '@/features/exports/payroll-export';
import { PayrollPaper } from '@/features/exports/payroll-paper';
import { PayrollScreen } from '@/features/payroll/payroll-screen';
import { loadNamespaces } from '@/lib/i18n';
import { withTexts } from '@/lib/with-texts';

/** Companies without a connected system load nothing of it. */
const PayrollLines = late(async () => {
  const [module] = await Promise.all([
    import('@/features/accounting/payroll-line'),
    loadNamespaces(['accounting']),
  ]);
  return { default: module.PayrollLines };
});

/** Nor companies that approve in one step anything of chains. */
const PeriodSteps = late(() =>
  withTexts(
    import('@/features/approval-chains/period-steps').then((module) => module.default),
    'approval-chains',
  ),
);

export function Component() {
  const { accounting: isConnected = false, approval_chains: hasChains = false } = useViewer();
  return (
    <>
      <PayrollScreen
        exports={<ExportHistory />}
        sent={
          isConnected
            ? (range) => (
                <Suspense>
                  <PayrollLines range={range} />
                </Suspense>
              )
            : undefined
        }
        steps={
          hasChains
            ? (range) => (
                <Suspense>
                  <PeriodSteps range={range} />
                </Suspense>
              )
            : undefined
        }
        paper={(range) => <PayrollPaper range={range} />}
      />
      <PayrollExport ofAddress />
    </>
  );
}
