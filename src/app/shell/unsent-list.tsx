import { Clock, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { useCostCode } from '@/entities/cost-code/cost-codes-query';
import { employeeName } from '@/entities/employee/employees-query';
import { useTeam } from '@/entities/employee/use-team';
import { removeSent } from '@/entities/offline/event-queue';
import { countsAt, type OfflineEvent } from '@/entities/offline/offline-event';
import { useUnsentEvents } from '@/entities/offline/queue-state';
import { sendEvents, useSending } from '@/entities/offline/send-events';
import { useProject } from '@/entities/project/projects-query';
import { useSession } from '@/entities/session/use-session';
import { AppError, errorWords } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';

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
      {t('whyNot', { words: errorWords(new AppError(problem)) })}
      <Button
        size="small"
        className="mt-1.5 block"
        onClick={() => void removeSent(userId, new Set([event.id]))}
      >
        {t('discard')}
      </Button>
    </span>
  );
}

function EventRow({ event, sending }: { event: OfflineEvent; sending: boolean }) {
  const { t } = useTranslation('offline');
  const format = useFormat();
  const project = useProject(event.payload.project_id);
  const code = useCostCode(event.payload.cost_code_id);
  const name = useNameOf(event.employee_id);
  const { notes, quantity } = event.payload;
  const about = [
    name,
    project?.name,
    code && `${code.code} ${code.name}`,
    notes,
    quantity !== undefined && format.number(quantity),
  ];
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <span className="tabular w-20 shrink-0 text-muted text-sm">
        {format.time(countsAt(event))}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-[620]">{t(`kind.${event.kind}`)}</span>
        <span className="block text-muted text-sm">{about.filter(Boolean).join(' · ')}</span>
        {event.problem && <Refused event={event} problem={event.problem} />}
      </span>
      {event.problem ? (
        <Badge tone="danger">{t('notAccepted')}</Badge>
      ) : (
        <Badge>
          <Clock aria-hidden="true" className="size-3.5" />
          {sending ? t('sending') : t('waiting')}
        </Badge>
      )}
    </li>
  );
}

/** Every punch that is still on this phone only, and the way to send it now. */
export default function UnsentList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('offline');
  const format = useFormat();
  const events = useUnsentEvents();
  const mayBeDeleted = useMayBeDeleted();
  const { busy, problem, nextTryAt } = useSending();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('title')} description={t('text')}>
        <DialogBody>
          <ul className="divide-y rounded-card border">
            {events.map((event) => (
              <EventRow key={event.id} event={event} sending={busy} />
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
                : t('problem', { words: errorWords(new AppError(problem)) })
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
