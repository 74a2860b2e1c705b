import { Avatar } from '@/components/shared/avatar';
import { Card, CardHeader } from '@/components/ui/card';
import type { OpenPortal, PersonOnSite } from '@/features/portal/api/portal';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

/** Who is on the clock at this moment. */
export function OnSite({
  portal,
  people,
}: {
  portal: OpenPortal;
  people: readonly PersonOnSite[];
}) {
  const { t } = useTranslation('portal');
  const day = useWrittenDay(portal.time_zone);
  return (
    <Card>
      <CardHeader
        divided
        title={t('rollCall.title')}
        action={<span className="text-muted">{t('rollCall.count', { count: people.length })}</span>}
      />
      {people.length === 0 ? (
        <p className="px-5 py-4 text-muted">{t('rollCall.empty')}</p>
      ) : (
        <ul className="divide-y">
          {people.map((person) => (
            <li
              key={`${person.name} ${person.since}`}
              className="flex items-center gap-3 px-5 py-2.5"
            >
              <Avatar name={person.name} />
              <div className="min-w-0 flex-1">
                <p className="truncate font-[550]">{person.name}</p>
                <p className="truncate text-muted text-sm">
                  {[person.trade, person.on_break ? t('rollCall.onBreak') : null]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              </div>
              <span className="text-muted text-sm tabular-nums">
                {t('rollCall.since', { time: day.time(person.since) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
