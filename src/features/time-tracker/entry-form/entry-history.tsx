import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { Skeleton } from '@/components/ui/skeleton';
import { changedFields, useCustomChanges } from '@/entities/custom-field/use-custom-changes';
import { PhotosOf } from '@/entities/photo/photos-of';
import { type HistoryEvent, historyQuery } from '@/features/time-tracker/api/queries';
import { EntryEvidence } from '@/features/time-tracker/entry-form/entry-evidence';
import { useShownValue } from '@/features/time-tracker/entry-form/use-shown-value';
import { useFormat } from '@/lib/format-context';
import { loadNamespaces } from '@/lib/i18n';
import { useTranslation } from '@/lib/use-translation';

const BreakOffersOf = late(async () => {
  const [module] = await Promise.all([
    import('@/entities/break-offer/break-offers-of'),
    loadNamespaces(['break-board']),
  ]);
  return module;
});

const FIELDS = {
  time_entries: [
    'clock_in',
    'clock_out',
    'project_id',
    'cost_code_id',
    'equipment_id',
    'machines',
    'classification_id',
    'notes',
    'meal_waived',
    'device',
  ],
  time_entry_breaks: ['started_at', 'ended_at', 'kind', 'paid'],
  punch_locations: ['moment', 'edge_m'],
} as const;
export type HistoryField = (typeof FIELDS)[keyof typeof FIELDS][number];

function changesOf(event: HistoryEvent): HistoryField[] {
  const { before, after } = event;
  return FIELDS[event.entity].filter(
    (field) => JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after?.[field] ?? null),
  );
}

const BREAK_ACTIONS = {
  created: 'history.breakCreated',
  updated: 'history.breakUpdated',
  deleted: 'history.breakDeleted',
} as const;

function actionKey({ entity, action }: HistoryEvent) {
  if (entity === 'punch_locations') return 'history.offSite';
  return entity === 'time_entry_breaks' ? BREAK_ACTIONS[action] : (`history.${action}` as const);
}

function EventItem({ event }: { event: HistoryEvent }) {
  const { t } = useTranslation('time-tracker');
  const format = useFormat();
  const shown = useShownValue();
  const own = useCustomChanges([event])(event);
  const action = t(actionKey(event));
  return (
    <li className="border-t py-2.5 text-sm first:border-t-0">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-[550]">
          {t('history.by', { name: event.actor_name || t('history.system'), action })}
        </span>
        <time dateTime={event.occurred_at} className="tabular text-muted">
          {format.dateTime(event.occurred_at)}
        </time>
      </p>
      <dl className="mt-1 grid gap-0.5 text-muted">
        {changesOf(event).map((field) => (
          <div key={field} className="flex flex-wrap gap-x-2">
            <dt>{t(`history.field.${field}`)}:</dt>
            <dd className="[overflow-wrap:anywhere]">
              {event.action === 'updated' && (
                <>
                  <del>{shown(field, event.before?.[field])}</del> →{' '}
                </>
              )}
              <span className="text-foreground">
                {shown(field, (event.after ?? event.before)?.[field])}
              </span>
            </dd>
          </div>
        ))}
        {own.map(({ id, name, from, to }) => (
          <div key={id} className="flex flex-wrap gap-x-2">
            <dt>{name}:</dt>
            <dd className="[overflow-wrap:anywhere]">
              {event.action === 'updated' && (
                <>
                  <del>{from || t('history.none')}</del> →{' '}
                </>
              )}
              <span className="text-foreground">
                {(event.after ? to : from) || t('history.none')}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {event.reason && <p className="mt-1">{t('history.reason', { reason: event.reason })}</p>}
    </li>
  );
}

/** Who changed the entry and its breaks, when, from what to what, and why. */
export function EntryHistory({ entryId }: { entryId: string }) {
  const { t } = useTranslation('time-tracker');
  const [open, setOpen] = useState(false);
  const history = useQuery(historyQuery(entryId));
  return (
    <details
      className="mt-5 rounded-card border px-4 py-2"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer py-1 font-[550] text-sm">{t('history.title')}</summary>
      <Loaded query={history} skeleton={<Skeleton className="my-2 h-16" />} errorClassName="py-4!">
        {(data) => (
          <ol className="mt-1">
            {data
              .filter(
                (event) =>
                  event.action !== 'updated' ||
                  changesOf(event).length + changedFields(event).length > 0,
              )
              .toReversed()
              .map((event) => (
                <EventItem
                  key={`${event.occurred_at}${event.entity}${event.action}`}
                  event={event}
                />
              ))}
          </ol>
        )}
      </Loaded>
      {open && (
        <Suspense>
          <BreakOffersOf entryId={entryId} />
        </Suspense>
      )}
      {open && <EntryEvidence entryId={entryId} />}
      {open && <PhotosOf kind="entry" id={entryId} />}
    </details>
  );
}
