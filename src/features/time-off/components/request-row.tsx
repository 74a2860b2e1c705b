import { Avatar } from '@/components/shared/avatar';
import {
  keepsBalance,
  type TimeOffRequest,
  type TimeOffType,
} from '@/entities/time-off/time-off-queries';
import { hoursToSeconds } from '@/entities/time-off/working-days';
import { useRequestDates } from '@/features/time-off/use-request-dates';
import { cn } from '@/lib/class-names';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

export interface RequestRowProps {
  request: TimeOffRequest;
  person: string;
  type: TimeOffType | undefined;
  leftAfter: number | null | undefined;
  chosen: boolean;
  onChoose: () => void;
}

export function RequestRow(props: RequestRowProps) {
  const { request, person, type, leftAfter, chosen, onChoose } = props;
  const { t } = useTranslation('time-off');
  const dates = useRequestDates();
  const isOpen = request.status === 'requested';
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className={cn(
          'flex w-full gap-3 border-l-3 px-4 py-3 text-left',
          chosen ? 'border-l-primary bg-primary-soft' : 'border-l-transparent hover:bg-sunken',
        )}
      >
        <Avatar name={person} />
        <span className="min-w-0 flex-1">
          <span className="flex justify-between gap-2 font-[620]">
            <span className="truncate">{person}</span>
            <span className="tabular">{formatDuration(hoursToSeconds(request.hours))}</span>
          </span>
          <span className="flex flex-wrap justify-between gap-x-2 text-muted text-sm">
            <span>
              {type?.name} · {dates(request)}
            </span>
            {isOpen && type && (
              <span className="tabular">
                {!keepsBalance(type)
                  ? t('noBalance')
                  : typeof leftAfter === 'number' &&
                    t('left', { hours: formatDuration(hoursToSeconds(leftAfter)) })}
              </span>
            )}
            {!isOpen && <span>{t(`status.${request.status}`)}</span>}
          </span>
          {isOpen && typeof leftAfter === 'number' && leftAfter < 0 && (
            <span className="block text-danger text-sm">{t('moreThanBalance')}</span>
          )}
        </span>
      </button>
    </li>
  );
}
