import { CardLink } from '@/components/shared/card-link';
import { Card, CardHeader } from '@/components/ui/card';
import type { Hub } from '@/features/projects/api/hub-query';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** The next days that are planned. */
export function ShiftsCard({ hub, projectId }: { hub: Hub; projectId: string }) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  return (
    <Card>
      <CardHeader
        divided
        title={t('hub.shifts')}
        action={
          <CardLink to={hub.leads ? `/projects?project=${projectId}&tab=schedule` : '/scheduling'}>
            {t('hub.tab.schedule')}
          </CardLink>
        }
      />
      {hub.shifts.length === 0 && (
        <p className="px-5 py-4 text-muted text-sm">{t('hub.noShifts')}</p>
      )}
      <ul className="divide-y text-sm">
        {hub.shifts.map(({ day, people, open, drafts, starts_at, ends_at, note }) => (
          <li key={day} className="px-5 py-2.5">
            <div className="flex justify-between gap-3">
              <span className="font-[550]">
                {day === hub.today ? t('hub.today') : format.weekdayDate(day)}
              </span>
              <span className="tabular">{`${format.time(starts_at)} – ${format.time(ends_at)}`}</span>
            </div>
            <p className="text-muted">
              {[
                people > 0 && t('hub.shiftPeople', { count: people }),
                open > 0 && t('hub.shiftOpen', { count: open }),
                drafts > 0 && t('hub.shiftDrafts', { count: drafts }),
                note,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
