import { ReasonDialog } from '@/components/shared/reason-dialog';
import { useUnapprove } from '@/features/payroll/api/approvals';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface UnapproveDialogProps {
  employeeId: string;
  name: string;
  range: DateRange;
  onClose: () => void;
}

export function UnapproveDialog({ employeeId, name, range, onClose }: UnapproveDialogProps) {
  const { t } = useTranslation('payroll');
  const unapprove = useUnapprove();
  const { start, end } = range;
  return (
    <ReasonDialog
      title={`${t('approve.undoPerson')}: ${name}`}
      description={t('approve.undoText')}
      confirmLabel={t('approve.undo')}
      reasonLabel={t('approve.reason')}
      busy={unapprove.isPending}
      onConfirm={(reason) =>
        unapprove.mutate({ employeeId, start, end, reason }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
}
