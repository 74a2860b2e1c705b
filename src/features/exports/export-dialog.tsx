import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { ExportForm } from '@/features/exports/components/export-form';
import { usePresets } from '@/features/exports/components/use-presets';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface ExportDialogProps {
  /** Where it is opened from a period; else it opens with the last completed one. */
  period: DateRange | null;
  onClose: () => void;
}

/** Export Payroll Data, every format. Default export: loaded on demand. */
export default function ExportDialog({ period, onClose }: ExportDialogProps) {
  const { t } = useTranslation('exports');
  const { presets, ready } = usePresets();
  const initial = period ?? presets.lastPeriod ?? presets.lastWeek;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('title')} width="large">
        {ready && initial ? (
          <ExportForm presets={presets} initial={initial} onDone={onClose} />
        ) : (
          <DialogBody className="pb-6">
            <Skeleton className="h-64" />
          </DialogBody>
        )}
      </DialogContent>
    </Dialog>
  );
}
