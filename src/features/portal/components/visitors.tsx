import { Avatar } from '@/components/shared/avatar';
import { Card, CardHeader } from '@/components/ui/card';
import type { OpenPortal, VisitorOnSite } from '@/features/portal/api/portal';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

interface VisitorsProps {
  portal: OpenPortal;
  visitors: readonly VisitorOnSite[];
}

/** Who signed in at the site and has not left, counted apart from the people of the company. */
export function Visitors({ portal, visitors }: VisitorsProps) {
  const { t } = useTranslation('portal');
  const day = useWrittenDay(portal.time_zone);
  const count = visitors.reduce((sum, { headcount }) => sum + headcount, 0);
  return (
    <Card>
      <CardHeader
        divided
        title={t('rollCall.visitors')}
        action={<span className="text-muted">{t('rollCall.count', { count })}</span>}
      />
      {visitors.length === 0 ? (
        <p className="px-5 py-4 text-muted">{t('rollCall.noVisitors')}</p>
      ) : (
        <ul className="divide-y">
          {visitors.map(({ name, kind, company_name, headcount, since }) => (
            <li key={`${name} ${since}`} className="flex items-center gap-3 px-5 py-2.5">
              <Avatar name={name} />
              <div className="min-w-0 flex-1">
                <p className="truncate font-[550]">
                  {name}
                  {headcount > 1 && ` ${t('rollCall.with', { count: headcount - 1 })}`}
                </p>
                <p className="truncate text-muted text-sm">
                  {[t(`rollCall.${kind}`), company_name].filter(Boolean).join(', ')}
                </p>
              </div>
              <span className="text-muted text-sm tabular-nums">
                {t('rollCall.since', { time: day.time(since) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
