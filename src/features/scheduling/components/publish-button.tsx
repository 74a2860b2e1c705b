import { Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import type { Board } from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const PublishReview = lateDialog(async () => ({
  default: (await import('@/features/scheduling/components/publish-review')).PublishReview,
}));

interface PublishButtonProps {
  board: Board | undefined;
  view: BoardView;
  range: DateRange;
  onOpenShift: (shiftId: string) => void;
}

/** Shows what publishing does before it is done. */
export function PublishButton({ board, view, range, onOpenShift }: PublishButtonProps) {
  const { t } = useTranslation('scheduling');
  const [isReviewed, setReviewed] = useState(false);
  const shifts = board?.shifts ?? [];
  const count = shifts.filter(({ status }) => status === 'draft').length;
  // Nobody is told that all is published before the plan is known, or where there is none.
  const idleLabel = t(shifts.length === 0 ? 'publishPlan' : 'nothingToPublish');
  return (
    <>
      <Button variant="primary" disabled={count === 0} onClick={() => setReviewed(true)}>
        <Send aria-hidden="true" />
        {count === 0 ? idleLabel : t('publish', { count })}
      </Button>
      {isReviewed && board && (
        <Suspense>
          <PublishReview
            board={board}
            view={view}
            range={range}
            onOpenShift={(id) => {
              setReviewed(false);
              onOpenShift(id);
            }}
            onClose={() => setReviewed(false)}
          />
        </Suspense>
      )}
    </>
  );
}
