import { Avatar } from '@/components/shared/avatar';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { employeeName } from '@/entities/employee/employees-query';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { BreakRow as Row } from '@/features/break-board/api/queries';
import { useEndCrewBreak, useStartCrewBreak } from '@/features/break-board/api/write-breaks';
import { minutesLeft, type RowState, stateOf } from '@/features/break-board/board';
import { useDueText } from '@/features/break-board/use-due-text';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

const TONES: Record<RowState, BadgeTone> = {
  late: 'danger',
  soon: 'attention',
  later: 'neutral',
  break: 'attention',
  none: 'neutral',
};

/** What was offered, and what the person said. */
function OfferLine({ row }: { row: Row }) {
  const { t } = useTranslation('break-board');
  const clock = useSiteClock(row.project_id);
  const offer = row.due[0]?.offer;
  if (!offer) return null;
  const said = t(`offer.line.${offer.waives ? 'waived' : offer.answer}`, {
    time: clock.time(offer.take_at ?? offer.offered_at),
  });
  return (
    <p className="break-words text-sm">
      {said}
      {offer.note && <q className="ml-1 text-muted">{offer.note}</q>}
    </p>
  );
}

/** Breaks that can no longer be had in time. */
function Missed({ row }: { row: Row }) {
  const { t } = useTranslation('break-board');
  return (
    <>
      {row.missed_meals > 0 && (
        <Badge tone="danger">{t('missed.meals', { count: row.missed_meals })}</Badge>
      )}
      {row.missed_rests > 0 && (
        <Badge tone="danger">{t('missed.rests', { count: row.missed_rests })}</Badge>
      )}
    </>
  );
}

interface ActionsProps {
  row: Row;
  onOffer: () => void;
}

function Actions({ row, onOffer }: ActionsProps) {
  const { t } = useTranslation('break-board');
  const start = useStartCrewBreak();
  const end = useEndCrewBreak();
  const [next] = row.due;
  const name = employeeName(row);
  if (!row.may_clock) return null;
  if (row.break_id !== null) {
    return (
      <Button busy={end.isPending} onClick={() => end.mutate(row)}>
        {t('action.end')}
        <span className="sr-only">{name}</span>
      </Button>
    );
  }
  if (!next) return null;
  return (
    <>
      <Button onClick={onOffer}>
        {t('action.offer')}
        <span className="sr-only">{name}</span>
      </Button>
      <Button
        variant="primary"
        busy={start.isPending}
        onClick={() => start.mutate({ row, due: next })}
      >
        {t(`action.start.${next.kind}`)}
        <span className="sr-only">{name}</span>
      </Button>
    </>
  );
}

export interface BreakRowProps {
  row: Row;
  nowMinute: number;
  onOffer: () => void;
}

/** One person on the clock: what is due, when, and what can be done about it. */
export function BreakRow({ row, nowMinute, onOffer }: BreakRowProps) {
  const { t } = useTranslation('break-board');
  const dueText = useDueText();
  const clock = useSiteClock(row.project_id);
  const state = stateOf(row, nowMinute);
  const [next, ...others] = row.due;
  const sinceMinutes = row.break_started_at
    ? nowMinute - Math.floor(Date.parse(row.break_started_at) / 60_000)
    : 0;
  return (
    <li className="grid gap-x-4 gap-y-2 border-t px-4 py-3 first:border-t-0 md:grid-cols-2 md:items-center lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_17rem]">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={employeeName(row)} />
        <div className="min-w-0">
          <p className="break-words font-[620]">{employeeName(row)}</p>
          <p className="break-words text-muted text-sm">
            {[
              row.project_name,
              // Counted for the rules alone.
              (row.meal_rule || row.rest_rule) &&
                t('worked', { duration: formatDuration(row.worked_minutes * 60) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </div>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          {state === 'break' && (
            <Badge tone="attention">
              {t(`onBreak.${row.break_kind ?? 'rest'}`, { count: Math.max(sinceMinutes, 0) })}
            </Badge>
          )}
          {state === 'none' && (
            <span className="text-muted text-sm">
              {t(row.meal_rule || row.rest_rule ? 'allTaken' : 'noRule')}
            </span>
          )}
          {next && state !== 'break' && (
            <>
              <Badge tone={TONES[state]}>{dueText(next.kind, minutesLeft(next, nowMinute))}</Badge>
              <span className="text-muted text-sm">
                {t('by', { time: clock.time(next.due_at) })}
              </span>
            </>
          )}
          <Missed row={row} />
        </p>
        {others.length > 0 && state !== 'break' && (
          <p className="text-muted text-sm">
            {others.map((other) => dueText(other.kind, minutesLeft(other, nowMinute))).join(' · ')}
          </p>
        )}
        {row.waived && row.meals === 0 && <p className="text-sm">{t('waived')}</p>}
        <OfferLine row={row} />
      </div>
      <div
        className="flex flex-wrap gap-2 empty:hidden md:col-span-2 lg:col-span-1 lg:justify-end"
        data-print="hide"
      >
        <Actions row={row} onOffer={onOffer} />
      </div>
    </li>
  );
}
