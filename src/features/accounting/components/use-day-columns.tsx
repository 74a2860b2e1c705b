import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { type DayState, type PersonDay, useRetry } from '@/features/accounting/api/overview';
import { placeOf, solvedAt } from '@/features/accounting/problem-places';
import { useProblemText } from '@/features/accounting/use-problem-text';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

const TONES: Readonly<Record<DayState, BadgeTone>> = {
  waiting: 'neutral',
  problem: 'attention',
  conflict: 'attention',
  sending: 'primary',
  sent: 'success',
};

export function useDayColumns(connectionId: string): Omit<Column<PersonDay>, 'sortBy'>[] {
  const { t } = useTranslation('accounting');
  return [
    { id: 'person', header: t('column.person'), card: 'title', cell: ({ name }) => name },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(`day.${state}`)}</Badge>,
    },
    {
      id: 'reason',
      header: t('column.reason'),
      className: 'w-1/2',
      cell: (day) =>
        day.state === 'conflict' || day.refusal || day.problems.length > 0 ? (
          <Reasons day={day} connectionId={connectionId} />
        ) : (
          '–'
        ),
    },
    {
      id: 'hours',
      header: t('column.hours'),
      align: 'end',
      cell: ({ seconds }) => formatDuration(seconds),
    },
  ];
}

function Reasons({ day, connectionId }: { day: PersonDay; connectionId: string }) {
  const { t } = useTranslation('accounting');
  const textOf = useProblemText();
  const retry = useRetry();
  const { refusal } = day;
  if (day.state === 'conflict') {
    return (
      <Link className="underline" to={`?tab=connections&connection=${connectionId}&view=conflicts`}>
        {t('decide')}
      </Link>
    );
  }
  if (refusal && day.problems.length === 0) {
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="break-words">
          {t('refused', { detail: refusal.detail ?? refusal.code ?? '' })}
        </span>
        <Button size="small" busy={retry.isPending} onClick={() => retry.mutate(refusal.id)}>
          {t('tryAgain')}
          <span className="sr-only">{day.name}</span>
        </Button>
      </span>
    );
  }
  return (
    <ul className="grid gap-1">
      {day.problems.map((problem) => (
        <li key={JSON.stringify(problem)}>
          {textOf(problem, day.name)}{' '}
          <Link className="whitespace-nowrap underline" to={solvedAt(problem, connectionId, day)}>
            {t(`solve.${placeOf(problem.code)}`)}
            <span className="sr-only">{day.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
