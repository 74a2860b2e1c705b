import { useSiteClock } from '@/entities/project/use-site-clock';
import type { Item } from '@/features/verification/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Who decided, what, when and why. */
export function ResolvedNote({ item }: { item: Item }) {
  const { t } = useTranslation('verification');
  const format = useFormat();
  const clock = useSiteClock(item.project_id);
  const { outcome, after } = item.detail;
  return (
    <section className="px-5 py-4">
      <h3 className="mb-1 font-[620] text-sm">
        {item.resolved_name ? t('resolved.by', { name: item.resolved_name }) : t('resolved.itself')}
      </h3>
      {outcome && (
        <p className="text-sm">
          {t(`outcome.${outcome}`, { time: after ? clock.time(after) : '' })}
        </p>
      )}
      <p className="text-muted text-sm">{item.resolved_at && format.dateTime(item.resolved_at)}</p>
      {item.note && <p className="mt-2 text-sm">{item.note}</p>}
    </section>
  );
}
