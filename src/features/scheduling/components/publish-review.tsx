import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { recipientsQuery } from '@/features/scheduling/api/queries';
import { usePublish } from '@/features/scheduling/api/writes';
import type { Board } from '@/features/scheduling/board';
import { PublishProblem } from '@/features/scheduling/components/publish-problem';
import { PublishRecipients } from '@/features/scheduling/components/publish-recipients';
import { type Problem, publishProblems } from '@/features/scheduling/publish-problems';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface PublishReviewProps {
  board: Board;
  view: BoardView;
  range: DateRange;
  onOpenShift: (shiftId: string) => void;
  onClose: () => void;
}

/** What is still wrong, with its fix beside it, and who will be notified. Nothing is sent before that. */
export function PublishReview({ board, view, range, onOpenShift, onClose }: PublishReviewProps) {
  const { t } = useTranslation(['scheduling', 'common']);
  const publish = usePublish();
  const recipients = useQuery(recipientsQuery(view.companyId, range));
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const drafts = board.shifts.filter(({ status }) => status === 'draft');
  const problems = publishProblems(board, view.warnings).filter(({ key }) => !kept.has(key));
  const conflicts = problems.filter(({ warning }) => warning.severity === 'error');
  const warnings = problems.filter(({ warning }) => warning.severity !== 'error');
  const withheld = new Set(conflicts.flatMap(({ shifts }) => shifts.map(({ id }) => id)));
  const fine = drafts.map(({ id }) => id).filter((id) => !withheld.has(id));
  const hasConflicts = conflicts.length > 0;
  const send = (ids?: readonly string[]) =>
    publish.mutate({ range, ...(ids && { ids }) }, { onSuccess: onClose });
  const list = (items: readonly Problem[]) =>
    items.map((problem) => (
      <PublishProblem
        key={problem.key}
        problem={problem}
        board={board}
        view={view}
        onKeep={() => setKept((known) => new Set(known).add(problem.key))}
        onOpenShift={onOpenShift}
      />
    ));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('review.title', {
          count: drafts.length,
          range: view.format.dateRange(range.start, range.end),
        })}
        description={
          problems.length === 0
            ? t('review.clean')
            : t('review.found', {
                conflicts: t('review.conflictCount', { count: conflicts.length }),
                warnings: t('review.warningCount', { count: warnings.length }),
              })
        }
        className="sm:w-[min(1040px,calc(100vw-32px))] sm:max-w-none"
      >
        <div className="mt-2 min-h-0 flex-1 overflow-y-auto border-t md:grid md:grid-cols-[minmax(0,1fr)_300px] md:overflow-hidden">
          <div className="min-h-0 md:max-h-[60dvh] md:overflow-y-auto">
            {hasConflicts && (
              <Section tone="danger" title={t('review.conflicts', { count: conflicts.length })}>
                {list(conflicts)}
              </Section>
            )}
            {warnings.length > 0 && (
              <Section tone="attention" title={t('review.warnings', { count: warnings.length })}>
                {list(warnings)}
              </Section>
            )}
            {problems.length === 0 && <p className="px-5 py-6 text-muted">{t('warnings.none')}</p>}
          </div>
          <PublishRecipients board={board} view={view} query={recipients} />
        </div>
        <DialogFooter className="items-center border-t">
          <p className="mr-auto max-w-80 text-muted text-sm max-sm:w-full max-sm:max-w-none">
            {t('review.minute')}
          </p>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          {hasConflicts && (
            <Button
              className="text-danger!"
              busy={publish.isPending && !publish.variables.ids}
              disabled={publish.isPending}
              onClick={() => send()}
            >
              {t('review.anyway', { count: drafts.length })}
            </Button>
          )}
          {fine.length > 0 && (
            <Button
              variant="primary"
              busy={publish.isPending && (!hasConflicts || Boolean(publish.variables.ids))}
              disabled={publish.isPending}
              onClick={() => (hasConflicts ? send(fine) : send())}
            >
              <Send aria-hidden="true" />
              {t(hasConflicts ? 'review.without' : 'publish', { count: fine.length })}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

interface SectionProps {
  tone: 'danger' | 'attention';
  title: string;
  children: React.ReactNode;
}

function Section({ tone, title, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h3
        className={cn(
          'px-5 py-2 font-[620] text-sm',
          tone === 'danger' && 'bg-danger-soft text-danger',
          tone === 'attention' && 'bg-attention-soft text-attention-strong',
        )}
      >
        {title}
      </h3>
      <ul className="divide-y">{children}</ul>
    </section>
  );
}
