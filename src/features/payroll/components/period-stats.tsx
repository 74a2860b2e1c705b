import { StatCard, StatCards } from '@/components/shared/stat-card';
import type { PeriodSummary } from '@/features/payroll/period-summary';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface PeriodStatsProps {
  summary: PeriodSummary;
  /** Null while it is not known. */
  previousCents: number | null;
}

export function PeriodStats({ summary, previousCents }: PeriodStatsProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { atWork, needReview } = summary;
  const readiness =
    needReview > 0
      ? t('stat.look', { count: needReview })
      : atWork > 0
        ? t('stat.atWork', { count: atWork })
        : summary.people === 0
          ? t('stat.noTime')
          : summary.ready < summary.people
            ? t('stat.toApprove', { count: summary.people - summary.ready })
            : t('stat.allApproved');
  const difference = previousCents ? summary.earningsCents - previousCents : 0;
  const compared =
    difference === 0
      ? undefined
      : t(difference > 0 ? 'stat.more' : 'stat.less', {
          amount: format.moneyFromCents(Math.abs(difference)),
        });
  return (
    <StatCards>
      <StatCard
        label={t('stat.hours')}
        value={formatDuration(summary.minutes * 60)}
        detail={t('stat.people', { count: summary.people })}
      />
      <StatCard
        label={t('stat.overtime')}
        value={formatDuration(summary.overtime * 60)}
        detail={
          summary.double > 0
            ? t('stat.peopleAndDouble', {
                people: t('stat.people', { count: summary.overtimePeople }),
                double: formatDuration(summary.double * 60),
              })
            : t('stat.people', { count: summary.overtimePeople })
        }
      />
      <StatCard
        label={t('stat.earnings')}
        value={format.moneyFromCents(summary.earningsCents)}
        detail={summary.incomplete ? t('stat.unknown') : compared}
      />
      <StatCard
        label={t('stat.ready')}
        value={t('stat.readyOf', {
          ready: summary.ready,
          all: summary.people,
        })}
        detail={readiness}
        tone={needReview > 0 ? 'bad' : 'neutral'}
      />
    </StatCards>
  );
}
