import { useTranslation } from 'react-i18next';
import type { Evidence, Item } from '@/features/verification/api/queries';
import { useFormat } from '@/lib/format-context';

/** The figures one looks at first, by kind. */
export function ItemFacts({ item, evidence }: { item: Item; evidence: Evidence | undefined }) {
  const { t } = useTranslation('verification');
  const format = useFormat();
  const { detail } = item;
  const facts: [string, string][] = [];
  if (detail.edge_m != null) facts.push([t('fact.distance'), format.distance(detail.edge_m)]);
  if (detail.accuracy_m != null)
    facts.push([t('fact.accuracy'), `±${format.distance(detail.accuracy_m)}`]);
  if (evidence?.punches !== undefined)
    facts.push([
      t('fact.lastMonth'),
      t('fact.offSite', { count: evidence.off_site ?? 0, punches: evidence.punches }),
    ]);
  if (detail.offset_ms !== undefined)
    facts.push([
      t('fact.phoneClock'),
      t('fact.seconds', { seconds: format.number(-detail.offset_ms / 1000) }),
    ]);
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
