import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import type { OpenedCell } from '@/features/public-work/report/cells';
import { FormTable } from '@/features/public-work/report/components/form-table';
import { WorkerCards } from '@/features/public-work/report/components/worker-cards';
import { useRoom } from '@/features/public-work/report/use-room';
import type { ReportedWorker } from '@/features/public-work/report/workers';
import { useTranslation } from '@/lib/use-translation';

/** Drawn at once; more take a press, since each figure of the form is a button. */
const SHOWN_AT_FIRST = 40;

interface FormCardProps {
  report: CertifiedPayroll;
  workers: readonly ReportedWorker[];
  onOpen: (cell: OpenedCell) => void;
}

/** Page 1 of the form: a table where it fits, else cards. */
export function FormCard({ report, workers, onOpen }: FormCardProps) {
  const { t } = useTranslation('certified-payroll');
  const [shape, watchRoom] = useRoom();
  const [all, setAll] = useState(false);
  const shown = all ? workers : workers.slice(0, SHOWN_AT_FIRST);
  return (
    <Card className="overflow-hidden">
      {workers.length === 0 ? (
        <EmptyState title={t('noWorkWeek.title')} text={t('noWorkWeek.text')} />
      ) : (
        <div ref={watchRoom}>
          {shape === 'cards' ? (
            <WorkerCards report={report} workers={shown} onOpen={onOpen} />
          ) : (
            <FormTable
              report={report}
              workers={shown}
              onOpen={onOpen}
              checksBeside={shape === 'beside'}
            />
          )}
        </div>
      )}
      {shown.length < workers.length && (
        <div className="border-t p-2">
          <Button variant="ghost" block onClick={() => setAll(true)}>
            {t('form.showAll', { count: workers.length })}
          </Button>
        </div>
      )}
    </Card>
  );
}
