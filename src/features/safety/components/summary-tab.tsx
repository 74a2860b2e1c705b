import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { StatCardsSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { StatCard, StatCards } from '@/components/shared/stat-card';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import {
  certifiedQuery,
  type Establishment,
  type Summary,
  summaryQuery,
} from '@/features/safety/api/queries';
import { useSummaryFiles } from '@/features/safety/use-summary-files';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const CertifyDialog = lateDialog(() => import('@/features/safety/components/certify-dialog'));

/** The 300A: figures as they are now, then what an executive certified. */
export default function SummaryTab({ place, year }: { place: Establishment; year: number }) {
  const { t } = useTranslation('safety');
  const isOwner = useEmployee()?.role === 'owner';
  const summary = useQuery(summaryQuery({ establishmentId: place.id, year }));
  const [certifying, setCertifying] = useState(false);
  return (
    <>
      <Loaded query={summary} skeleton={<StatCardsSkeleton />}>
        {(found) => (
          <>
            <Figures summary={found} />
            {isOwner ? (
              <Button
                variant="primary"
                className="justify-self-start"
                onClick={() => setCertifying(true)}
              >
                {t('summary.certify')}
              </Button>
            ) : (
              <Notice>{t('summary.ownersCertify')}</Notice>
            )}
            <Suspense>
              {certifying && <CertifyDialog summary={found} onClose={() => setCertifying(false)} />}
            </Suspense>
          </>
        )}
      </Loaded>
      <Certified place={place} year={year} />
    </>
  );
}

function Figures({ summary }: { summary: Summary }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const { rates } = summary;
  return (
    <StatCards>
      <StatCard
        label={t('summary.cases')}
        value={summary.cases}
        detail={t('summary.casesDetail', {
          deaths: summary.deaths,
          away: summary.away_cases,
          restricted: summary.restricted_cases,
          other: summary.other_cases,
        })}
      />
      <StatCard
        label={t('summary.days')}
        value={format.number(summary.away_days + summary.restricted_days)}
        detail={t('summary.daysDetail', {
          away: summary.away_days,
          restricted: summary.restricted_days,
        })}
      />
      <StatCard
        label={t('summary.hours')}
        value={format.number(summary.hours)}
        detail={t('summary.hoursDetail', { count: summary.average_employees })}
      />
      <StatCard
        label={t('summary.rate')}
        value={rates.recordable ?? '–'}
        detail={t('summary.rateDetail', {
          dart: rates.dart ?? '–',
          lost: rates.lost_time ?? '–',
        })}
      />
    </StatCards>
  );
}

function Certified({ place, year }: { place: Establishment; year: number }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const certified = useQuery(certifiedQuery(place.id, year));
  const files = useSummaryFiles(place, year);
  const list = certified.data ?? [];
  return (
    <Card>
      <CardHeader title={t('certified.title')} description={t('certified.text')} divided />
      {list.length === 0 ? (
        <p className="p-5 text-muted text-sm">{t('certified.none')}</p>
      ) : (
        <ul className="divide-y">
          {list.map((row, at) => (
            <li key={row.id} className="flex flex-wrap items-center gap-3 px-5 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-[550]">{t('certified.revision', { number: row.revision })}</p>
                <p className="text-muted text-sm">
                  {t('certified.by', {
                    name: row.certified_name,
                    title: row.certified_title,
                    date: format.dateTime(row.certified_at),
                  })}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button size="small" onClick={() => files.paper(row)}>
                  {t('certified.pdf')}
                </Button>
                {at === 0 && (
                  <>
                    <Button size="small" onClick={() => files.summary(row)}>
                      {t('certified.summaryCsv')}
                    </Button>
                    <Button size="small" onClick={() => files.cases(row)}>
                      {t('certified.casesCsv')}
                    </Button>
                  </>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
