import { StatusDot } from '@/components/shared/status-dot';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import type { Evidence } from '@/features/verification/api/queries';
import { useTranslation } from '@/lib/use-translation';

/** The punches of that day; on or off site, never where. */
export function DayStory({ day }: { day: Evidence['day'] }) {
  const { t } = useTranslation('verification');
  const clockOf = useSiteClocks();
  return (
    <section className="px-5 py-4">
      <h3 className="mb-2 font-[620] text-sm">{t('story.title')}</h3>
      {day.length === 0 && <p className="text-muted text-sm">{t('story.none')}</p>}
      <ol className="grid gap-2">
        {day.map(({ at, kind, project_id, project_name, inside, no_class }) => (
          <li key={`${at} ${kind}`} className="flex items-center gap-3 text-sm">
            <span className="tabular min-w-18 shrink-0 text-muted">
              {clockOf(project_id).time(at)}
            </span>
            <StatusDot tone={inside === false || no_class ? 'attention' : 'idle'} />
            <span className="min-w-0">
              {t(`story.${kind}`, { project: project_name ?? t('story.noProject') })}
              {inside !== null && `, ${t(inside ? 'story.inside' : 'story.outside')}`}
              {no_class && `, ${t('story.noClass')}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
