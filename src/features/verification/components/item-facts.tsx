import { useSiteClock } from '@/entities/project/use-site-clock';
import type { Evidence, Item } from '@/features/verification/api/queries';
import { useClockError } from '@/features/verification/use-item-text';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** The figures one looks at first, by kind. */
export function ItemFacts({ item, evidence }: { item: Item; evidence: Evidence | undefined }) {
  const { t } = useTranslation('verification');
  const format = useFormat();
  const { detail } = item;
  const clock = useSiteClock(item.project_id);
  const written = useClockError();
  const facts: [string, string][] = [];
  if (detail.edge_m != null) facts.push([t('fact.distance'), format.distance(detail.edge_m)]);
  if (detail.accuracy_m != null)
    facts.push([t('fact.accuracy'), `±${format.distance(detail.accuracy_m)}`]);
  if (evidence?.punches !== undefined)
    facts.push([
      t('fact.lastMonth'),
      t('fact.offSite', { count: evidence.off_site ?? 0, punches: evidence.punches }),
    ]);
  if (detail.counts_at)
    facts.push([
      t(detail.ends_at ? 'fact.shift' : 'fact.punch'),
      detail.ends_at
        ? clock.range(detail.counts_at, detail.ends_at)
        : clock.dateTime(detail.counts_at),
    ]);
  if (detail.offset_ms !== undefined) facts.push([t('fact.phoneClock'), written(detail.offset_ms)]);
  if (detail.more) facts.push([t('fact.sameCause'), t('fact.more', { count: detail.more })]);
  if (detail.explanation) facts.push([t('fact.explanation'), detail.explanation]);
  if (detail.reading !== undefined)
    facts.push([t('fact.reading'), format.number(detail.reading, 1)]);
  if (detail.before != null) facts.push([t('fact.before'), format.number(detail.before, 1)]);
  if (detail.answer) facts.push([t('fact.answer'), t(`answer.${detail.answer}`)]);
  if (facts.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 border-b sm:grid-cols-4 sm:divide-x">
      {facts.map(([label, value]) => (
        <div key={label} className="px-5 py-3">
          <dt className="text-muted text-xs">{label}</dt>
          <dd className="tabular font-[620]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
