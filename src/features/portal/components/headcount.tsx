import { Card, CardHeader } from '@/components/ui/card';
import type { OpenPortal, PortalDay } from '@/features/portal/api/portal';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

/** People per day, by trade, the newest day first: a list that reads on paper and to a screen reader. */
export function Headcount({ portal, days }: { portal: OpenPortal; days: readonly PortalDay[] }) {
  const { t } = useTranslation('portal');
  const written = useWrittenDay(portal.time_zone);
  const max = Math.max(1, ...days.map(({ people }) => people));
  return (
    <Card>
      <CardHeader divided title={t('headcount.title')} />
      {days.length === 0 ? (
        <p className="px-5 py-4 text-muted">{t('headcount.empty')}</p>
      ) : (
        <ul className="divide-y">
          {days.toReversed().map(({ day, people, trades }) => (
            <li key={day} className="px-5 py-2.5">
              <div className="flex items-baseline justify-between gap-3">
                <span className="font-[550]">
                  {written.weekday(day)}, {written.date(day)}
                </span>
                <span className="tabular-nums">{t('headcount.people', { count: people })}</span>
              </div>
              <div
                className="my-1 h-1.5 rounded-full bg-primary"
                style={{ width: `${(people / max) * 100}%` }}
                aria-hidden="true"
              />
              <p className="text-muted text-sm">
                {trades
                  .filter(({ trade }) => trade !== null)
                  .map((part) => `${part.trade} ${part.people}`)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
