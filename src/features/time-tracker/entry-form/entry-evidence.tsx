import { useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Evidence, evidenceQuery } from '@/features/time-tracker/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

function EvidenceItem({ event }: { event: Evidence }) {
  const { t } = useTranslation(['time-tracker', 'offline']);
  const format = useFormat();
  const minutes = Math.round(Number(event.offset_ms) / 60_000);
  const facts = [
    t('evidence.phone', { time: format.time(event.happened_at) }),
    minutes !== 0 &&
      t(minutes < 0 ? 'evidence.ahead' : 'evidence.behind', { minutes: Math.abs(minutes) }),
    t('evidence.sequence', { number: event.sequence }),
    t('evidence.received', { time: format.dateTime(event.created_at) }),
  ];
  return (
    <li className="border-t py-2.5 text-sm first:border-t-0">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-[550]">{t(`offline:kind.${event.kind}`)}</span>
        <time dateTime={event.counts_at} className="tabular text-muted">
          {format.dateTime(event.counts_at)}
        </time>
      </p>
      <p className="text-muted">{facts.filter(Boolean).join(' · ')}</p>
    </li>
  );
}

/** What the phone recorded while it had no signal; nothing for other entries. */
export function EntryEvidence({ entryId }: { entryId: string }) {
  const { t } = useTranslation('time-tracker');
  const companyId = useViewer().company?.id ?? '';
  const { data = [] } = useQuery(evidenceQuery(companyId, entryId));
  if (data.length === 0) return null;
  return (
    <section className="mt-2 border-t pt-2" aria-label={t('evidence.title')}>
      <h3 className="font-[550] text-sm">{t('evidence.title')}</h3>
      <ul>
        {data.map((event) => (
          <EvidenceItem key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}
