import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { lateDialog } from '@/components/shared/late-dialog';
import { useMay } from '@/entities/viewer/use-viewer';

const ExportDialog = lateDialog(() => import('@/features/exports/export-dialog'));

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export interface PayrollExportProps {
  /** The screen's address names the period, which is then the one to export. */
  ofAddress?: boolean;
}

/** Opens Export Payroll Data on any screen that carries `?dialog=export` in its address. */
export function PayrollExport({ ofAddress = false }: PayrollExportProps) {
  const [search, setSearch] = useSearchParams();
  const privileged = useMay('payroll');
  if (!privileged || search.get('dialog') !== 'export') return null;
  const [start = '', end = ''] = [search.get('from') ?? '', search.get('to') ?? ''];
  const inAddress = ofAddress && DATE.test(start) && DATE.test(end) ? { start, end } : null;
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
      <ExportDialog period={inAddress} onClose={close} />
    </Suspense>
  );
}
