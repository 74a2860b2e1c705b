import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Button } from '@/components/ui/button';
import { usePublish } from '@/features/scheduling/api/writes';
import type { Shift } from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import type { DateRange } from '@/lib/time';

const MAX_LISTED = 8;

interface PublishButtonProps {
  shifts: readonly Shift[];
  view: BoardView;
  range: DateRange;
}

/** Publishes at once; where something is wrong with what is not published yet, it is listed first. */
export function PublishButton({ shifts, view, range }: PublishButtonProps) {
  const { t } = useTranslation('scheduling');
  const publish = usePublish();
  const [asking, setAsking] = useState(false);
  const drafts = new Set(
    shifts.filter(({ status }) => status === 'draft').map((shift) => shift.id),
  );
  const count = drafts.size;
  const problems = view.warnings.filter(({ shift_id }) => drafts.has(shift_id));
  // Nobody is told that all is published before the plan is known, or where there is none.
  const idleLabel = t(shifts.length === 0 ? 'publishPlan' : 'nothingToPublish');
  return (
    <>
      <Button
        variant="primary"
        busy={publish.isPending}
        disabled={count === 0}
        onClick={() => (problems.length > 0 ? setAsking(true) : publish.mutate(range))}
      >
        <Send aria-hidden="true" />
        {count === 0 ? idleLabel : t('publish', { count })}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="primary"
        title={t('publishAsk.title', { count })}
        description={t('publishAsk.text')}
        confirmLabel={t('publishAsk.confirm')}
        busy={publish.isPending}
        onConfirm={() => publish.mutate(range, { onSuccess: () => setAsking(false) })}
      >
        <ul className="mt-2 grid gap-1 text-sm">
          {problems.slice(0, MAX_LISTED).map((warning) => (
            <li key={`${warning.kind} ${warning.shift_id} ${warning.other_shift_id}`}>
              <span className="font-[620]">{view.warningWords(warning)}</span>{' '}
              {t('warnings.who', {
                who:
                  view.personName(warning.employee_id) ??
                  view.machineName(warning.equipment_id) ??
                  '',
                day: view.format.weekdayDate(warning.work_date),
              })}
            </li>
          ))}
          {problems.length > MAX_LISTED && (
            <li className="text-muted">
              {t('publishAsk.more', { count: problems.length - MAX_LISTED })}
            </li>
          )}
        </ul>
      </ConfirmDialog>
    </>
  );
}
