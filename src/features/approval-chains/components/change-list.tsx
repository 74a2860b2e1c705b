import type { SiteClock } from '@/entities/project/use-site-clock';
import type { Change, Waiting } from '@/features/approval-chains/api/steps';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

interface ChangeListProps {
  row: Waiting;
  clock: SiteClock;
  changes: readonly Change[];
}

/** Exactly what is otherwise than when it was approved last. */
export function ChangeList({ row, clock, changes }: ChangeListProps) {
  const { t } = useTranslation('approval-chains');
  const shown = ({ field }: Change, value: string | null): string => {
    if (value === null) return '–';
    if (field === 'clock_in' || field === 'clock_out') return clock.time(value);
    if (field === 'break_minutes') return formatDuration(Number(value) * 60);
    if (field === 'meal_waived') return t('yes');
    return value;
  };
  return (
    <div className="mt-2 rounded-card bg-attention-soft px-3 py-2">
      <p className="font-[620]">{t('changed.title', { name: row.approved_by ?? '' })}</p>
      {changes.length === 0 ? (
        <p>{t('changed.other')}</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3">
          {changes.map((change) => (
            <div key={change.field} className="contents">
              <dt className="text-muted">{t(`field.${change.field}`)}</dt>
              <dd className="min-w-0 break-words">
                <del>{shown(change, change.before)}</del> →{' '}
                <ins className="font-[620] no-underline">{shown(change, change.after)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
