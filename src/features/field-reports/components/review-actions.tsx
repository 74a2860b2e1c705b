import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { Report } from '@/features/field-reports/api/queries';
import { useLockReport, useReviewReport } from '@/features/field-reports/api/write-report';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** Managers: accept, send back with a note, lock. */
export function ReviewActions({ report }: { report: Report }) {
  const { t } = useTranslation('field-reports');
  const review = useReviewReport(report.id);
  const lock = useLockReport(report.id);
  const [returning, setReturning] = useState(false);
  const [locking, setLocking] = useState(false);
  const [note, setNote] = useState('');
  if (report.status !== 'submitted' && report.status !== 'reviewed') return null;
  return (
    <>
      <Button onClick={() => setReturning(true)}>{t('review.return')}</Button>
      {report.status === 'submitted' ? (
        <Button
          variant="primary"
          busy={review.isPending && review.variables?.accept}
          onClick={() => review.mutate({ accept: true, note: '' })}
        >
          {t('review.accept')}
        </Button>
      ) : (
        <Button variant="primary" onClick={() => setLocking(true)}>
          {t('review.lock')}
        </Button>
      )}
      <ConfirmDialog
        open={returning}
        onOpenChange={setReturning}
        title={t('review.returnTitle', { number: report.number })}
        description={t('review.returnText')}
        confirmLabel={t('review.return')}
        tone="primary"
        busy={review.isPending}
        onConfirm={() =>
          review.mutate({ accept: false, note }, { onSuccess: () => setReturning(false) })
        }
      >
        <Field
          label={t('review.note')}
          className="mt-3"
          error={review.error ? errorText(review.error) : undefined}
        >
          <Textarea
            rows={3}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </ConfirmDialog>
      <ConfirmDialog
        open={locking}
        onOpenChange={setLocking}
        title={t('review.lockTitle', { number: report.number })}
        description={t('review.lockText')}
        confirmLabel={t('review.lock')}
        tone="primary"
        busy={lock.isPending}
        onConfirm={() => lock.mutate(undefined, { onSuccess: () => setLocking(false) })}
      />
    </>
  );
}
