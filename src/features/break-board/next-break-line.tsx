import { useQuery } from '@tanstack/react-query';
import { Coffee } from 'lucide-react';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import { breakBoardQuery } from '@/features/break-board/api/queries';
import { minutesLeft, stateOf } from '@/features/break-board/board';
import { useDueText } from '@/features/break-board/use-due-text';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useNowMinutes } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

/** One's own next break, below the clock; nothing where no rule asks for one. */
export default function NextBreakLine() {
  const { t } = useTranslation('break-board');
  const { employee } = useViewer();
  const format = useFormat();
  const dueText = useDueText();
  const running = useRunningEntry();
  const nowMinute = useNowMinutes();
  const pauses = running?.breaks.map(({ ended_at }) => ended_at ?? '').join() ?? '';
  const { data } = useQuery({
    ...breakBoardQuery(employee?.id ?? '', `${running?.id ?? ''} ${pauses}`),
    enabled: employee !== null && running !== null,
  });
  const row = running && data?.find(({ employee_id }) => employee_id === employee?.id);
  const [next] = row ? row.due : [];
  if (!row || !next) return null;
  const state = stateOf(row, nowMinute);
  return (
    <p
      className={cn(
        'flex items-center gap-2 px-1 text-sm',
        state === 'late' ? 'text-danger' : 'text-muted',
      )}
    >
      <Coffee className="size-4 shrink-0" aria-hidden="true" />
      <span>
        {dueText(next.kind, minutesLeft(next, nowMinute))}
        {' · '}
        {t('by', { time: format.time(next.due_at) })}
      </span>
    </p>
  );
}
