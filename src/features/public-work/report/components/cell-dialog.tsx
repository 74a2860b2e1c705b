import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { useViewer } from '@/entities/viewer/use-viewer';
import { linesQuery, type ReportLine } from '@/features/public-work/report/api/queries';
import { type CellName, isSumCell, type OpenedCell } from '@/features/public-work/report/cells';
import { CreditList } from '@/features/public-work/report/components/credit-list';
import { LineList } from '@/features/public-work/report/components/line-list';
import { PaidList } from '@/features/public-work/report/components/paid-list';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface CellDialogProps {
  projectId: string;
  weekEnd: IsoDate;
  report: CertifiedPayroll;
  isSigned: boolean;
  opened: OpenedCell;
  onClose: () => void;
}

function isBehind(cell: CellName, { pay_code, work_date }: ReportLine): boolean {
  if (cell === 'gross_project') return true;
  if (cell === 'cash_in_lieu') return pay_code === 'FRINGE_CASH';
  return pay_code !== 'FRINGE_CASH' && (isSumCell(cell) || cell === work_date);
}

const FROM_PAYROLL = ['gross_all', 'deductions', 'net'];

/** What a figure of the form is made of, down to the entries of time. */
export function CellDialog(props: CellDialogProps) {
  const { report, opened, isSigned, onClose } = props;
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const row = report.rows[opened.row - 1];
  const name = isSumCell(opened.cell)
    ? t(`form.${opened.cell}`)
    : format.longDate(opened.cell as IsoDate);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        width="large"
        title={row ? `${row.name}: ${name}` : name}
        description={row?.classification ?? t('form.noClass')}
      >
        <DialogBody className="grid content-start gap-4">
          {!row ? (
            <Notice tone="attention">{t('cell.gone')}</Notice>
          ) : FROM_PAYROLL.includes(opened.cell) ? (
            <PaidList row={row} weekEnd={props.weekEnd} />
          ) : opened.cell === 'fringe_credit' ? (
            <CreditList report={report} row={row} />
          ) : (
            <Lines {...props} />
          )}
          {isSigned && <p className="text-muted text-xs">{t('cell.signedText')}</p>}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Lines({ projectId, weekEnd, opened }: CellDialogProps) {
  const companyId = useViewer().company?.id ?? '';
  const lines = useQuery(linesQuery(companyId, projectId, weekEnd));
  return (
    <Loaded query={lines} skeleton={<ListSkeleton />}>
      {(all) => (
        <LineList
          cell={opened.cell}
          lines={all.filter(
            (line) => line.row_number === opened.row && isBehind(opened.cell, line),
          )}
        />
      )}
    </Loaded>
  );
}
