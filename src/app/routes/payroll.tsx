import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { late } from '@/components/shared/late';
import { TableSkeleton } from '@/components/shared/loading-state';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
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

/** What was paid, which comes back by file or by API. */
const PayrollResults = late(() =>
  withTexts(
    import('@/features/public-work/facts/payroll-results').then((file) => file.PayrollResults),
    'payroll-facts',
    'imports',
    'import-faults',
  ),
);

export function Component() {
  const { accounting: isConnected = false, approval_chains: hasChains = false } = useViewer();
  const isPrivileged = useIsPrivileged();
  const [params] = useSearchParams();
  if (params.get('view') === 'results' && isPrivileged) {
    return (
      <Suspense fallback={<TableSkeleton />}>
        <PayrollResults />
      </Suspense>
    );
  }
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
