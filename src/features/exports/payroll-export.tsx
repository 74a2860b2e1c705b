import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';

const ExportDialog = lazy(() => import('@/features/exports/export-dialog'));

/** Opens Export Payroll Data on any screen that carries `?dialog=export` in its address. */
export function PayrollExport() {
  const [search, setSearch] = useSearchParams();
  const privileged = useIsPrivileged();
  if (!privileged || search.get('dialog') !== 'export') return null;
  const close = (): void =>
    setSearch(
      (params) => {
        params.delete('dialog');
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Suspense>
      <ExportDialog onClose={close} />
    </Suspense>
  );
}
