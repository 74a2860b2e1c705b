import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useCostCode } from '@/entities/cost-code/cost-codes-query';
import { employeeName } from '@/entities/employee/employees-query';
import { useTeam } from '@/entities/employee/use-team';
import { discardEvents } from '@/entities/offline/event-queue';
import { countsAt, type OfflineEvent } from '@/entities/offline/offline-event';
import { type Queued, useQueued } from '@/entities/offline/queue-state';
import { QueueStateBadge } from '@/entities/offline/queue-state-badge';
import { sendEvents, useSending } from '@/entities/offline/send-events';
import { useProject } from '@/entities/project/projects-query';
import { useSession } from '@/entities/session/use-session';
import { AppError, errorText } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

function useNameOf(employeeId: string | undefined): string | null {
  const team = useTeam().data;
  const member = team?.find(({ employee_id }) => employee_id === employeeId);
  return member ? employeeName(member) : null;
}

/** Whether this browser may throw away what waits. */
function useMayBeDeleted(): boolean {
  const [persisted, setPersisted] = useState(true);
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setPersisted);
  }, []);
  return !persisted;
}

/** Why it was not accepted; it stays until its owner has read that. */
function Refused({ event, problem }: { event: OfflineEvent; problem: string }) {
  const { t } = useTranslation('offline');
  const userId = useSession().user?.id ?? '';
  return (
    <span className="mt-1 block text-sm">
      {t('whyNot', { words: errorText(new AppError(problem)) })}
      <Button
        size="small"
        className="mt-1.5 block"
        onClick={() => void discardEvents(userId, new Set([event.id]))}
      >
        {t('discard')}
      </Button>
    </span>
  );
}

/** What a call that waits is about. */
const argumentsOf = ({ payload }: OfflineEvent) =>
  (payload.args ?? {}) as { project_id_param?: string; work_date_param?: IsoDate };

function EventRow({ event, state }: Queued) {
  const { t } = useTranslation('offline');
  const format = useFormat();
  const { project_id_param = null, work_date_param = null } = argumentsOf(event);
  const project = useProject(event.payload.project_id ?? project_id_param);
  const code = useCostCode(event.payload.cost_code_id);
  const classOfWork = useClassificationNames()(event.payload.classification_id);
  const name = useNameOf(event.employee_id);
  const { notes, quantity, photo, work_date = work_date_param } = event.payload;
  const about = [
    name,
    project?.name,
    code && `${code.code} ${code.name}`,
    classOfWork,
    work_date && format.date(work_date),
    notes,
    photo?.name,
    quantity !== undefined && format.number(quantity),
  ];
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <span className="tabular w-20 shrink-0 text-muted text-sm">
        {format.time(countsAt(event))}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-[620]">{t(`kind.${event.kind}`)}</span>
        <span className="block break-words text-muted text-sm">
          {about.filter(Boolean).join(' · ')}
        </span>
        {event.problem && <Refused event={event} problem={event.problem} />}
      </span>
      <QueueStateBadge state={state} />
    </li>
  );
}

/** Everything that is still on this device only, and the way to send it now. */
export default function UnsentList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['offline', 'common']);
  const format = useFormat();
  const events = useQueued();
  const mayBeDeleted = useMayBeDeleted();
  const { busy, problem, nextTryAt } = useSending();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('common:queue.notSent')} description={t('text')}>
        <DialogBody>
          <ul className="divide-y rounded-card border">
            {events.map((queued) => (
              <EventRow key={queued.event.id} {...queued} />
            ))}
          </ul>
          {mayBeDeleted && (
            <Notice tone="attention" className="mt-4">
              {t('mayBeDeleted')}
            </Notice>
          )}
          <p className="mt-3 text-muted text-sm">
            {problem && events.length > 0
              ? problem === 'outdated'
                ? t('outdated')
                : t('problem', { words: errorText(new AppError(problem)) })
              : nextTryAt && t('nextTry', { time: format.time(nextTryAt) })}
          </p>
        </DialogBody>
        <DialogFooter>
          <Button disabled={events.length === 0} busy={busy} onClick={() => void sendEvents()}>
            <RefreshCw aria-hidden="true" />
            {t('sendNow')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
