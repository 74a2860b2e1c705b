import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { useProject } from '@/entities/project/projects-query';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useAsksWhy, useOwnTimeRight } from '@/entities/viewer/own-time-rights';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useDeleteEntry } from '@/features/time-tracker/api/delete-entry';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

/** Asks once and names the entry; for someone else's time, or where the company asks for it, also why. */
export function DeleteEntryDialog({ entry, onClose }: { entry: TimeEntry; onClose: () => void }) {
  const { t } = useTranslation(['time-tracker', 'common']);
  const clock = useSiteClock(entry.project_id);
  const me = useEmployee();
  const project = useProject(entry.project_id);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const remove = useDeleteEntry();
  const own = entry.employee_id === me?.id;
  const right = useOwnTimeRight('delete');
  const companyAsks = useAsksWhy();
  const needsReason = own ? right === 'with_reason' : companyAsks;
  const missing = needsReason && reason.trim() === '';

  const confirm = (): void => {
    setTried(true);
    if (missing) return;
    remove.mutate({ entry, reason: reason.trim() || null }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('delete.title', { when: clock.dateTime(entry.clock_in) })}
      description={t('delete.description', {
        name: `${entry.first_name} ${entry.last_name}`.trim(),
        project: project?.name ?? t('common:project.unknown'),
        duration: formatDuration((entry.minutes ?? 0) * 60),
      })}
      confirmLabel={t('delete.confirm')}
      busy={remove.isPending}
      onConfirm={confirm}
    >
      {(needsReason || !own) && (
        <Field
          label={t('form.reason')}
          optional={!needsReason}
          error={
            tried && missing
              ? t(own ? 'form.problem.ownReasonMissing' : 'form.problem.reasonMissing')
              : undefined
          }
          className="mt-4"
        >
          <Textarea
            rows={1}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      )}
    </ConfirmDialog>
  );
}
