import { Button } from '@/components/ui/button';
import { discardEvents } from '@/entities/offline/event-queue';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { useQueued } from '@/entities/offline/queue-state';
import { QueueStateBadge } from '@/entities/offline/queue-state-badge';
import { useProject } from '@/entities/project/projects-query';
import { useSession } from '@/entities/session/use-session';
import type { ExpenseFields } from '@/features/expenses/api/own-expenses';
import { AppError, errorText } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface Queued {
  fields_param?: Partial<ExpenseFields>;
  project_id_param?: string;
  first_day_param?: IsoDate;
}

function useQueuedText({ payload }: OfflineEvent): { title: string; text: string } {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { fields_param: fields, ...trip } = (payload.args ?? {}) as Queued;
  const project = useProject(fields?.project_id ?? trip.project_id_param ?? null);
  const day = fields?.spent_on ?? trip.first_day_param;
  const kind = trip.first_day_param ? 'per_diem' : (fields?.kind ?? 'receipt');
  return {
    title: [fields?.amount ? format.money(fields.amount) : null, t(`kind.${kind}`)]
      .filter(Boolean)
      .join(' '),
    text: [day ? format.weekdayDate(day) : null, project?.name].filter(Boolean).join(' · '),
  };
}

function QueuedExpense({ event, state }: ReturnType<typeof useQueued>[number]) {
  const { t } = useTranslation('expenses');
  const userId = useSession().user?.id ?? '';
  const { title, text } = useQueuedText(event);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-sunken px-5 py-3 max-md:px-4">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-[640]">{title}</p>
        <p className="text-muted text-sm">{text}</p>
        {event.problem && <p className="text-sm">{errorText(new AppError(event.problem))}</p>}
      </div>
      <QueueStateBadge state={state} />
      {event.problem && (
        <Button size="small" onClick={() => void discardEvents(userId, new Set([event.id]))}>
          {t('action.discard')}
        </Button>
      )}
    </li>
  );
}

/** On this phone, not sent yet; what was not accepted stays until its owner has read why. */
export function QueuedExpenses() {
  const queued = useQueued('expense');
  if (queued.length === 0) return null;
  return (
    <ul>
      {queued.map((item) => (
        <QueuedExpense key={item.event.id} {...item} />
      ))}
    </ul>
  );
}
