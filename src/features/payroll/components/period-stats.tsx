import { useTranslation } from 'react-i18next';
import { StatCard, StatCards } from '@/components/shared/stat-card';
import type { PeriodSummary } from '@/features/payroll/period-summary';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';

export interface PeriodStatsProps {
  summary: PeriodSummary;
  /** Null while it is not known. */
  previousCents: number | null;
}

export function PeriodStats({ summary, previousCents }: PeriodStatsProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { atWork, needLook } = summary;
  const readiness =
    needLook > 0
      ? t('stat.look', { count: needLook })
      : atWork > 0
        ? t('stat.atWork', { count: atWork })
        : summary.people > 0
          ? t('stat.allClean')
          : t('stat.noTime');
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
        value={formatHoursMinutes(summary.minutes * 60)}
        detail={t('stat.people', { count: summary.people })}
      />
      <StatCard
        label={t('stat.overtime')}
        value={formatHoursMinutes(summary.overtime * 60)}
        detail={
          summary.double > 0
            ? t('stat.peopleAndDouble', {
                people: t('stat.people', { count: summary.overtimePeople }),
                double: formatHoursMinutes(summary.double * 60),
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
          ready: summary.people - needLook - atWork,
          all: summary.people,
        })}
        detail={readiness}
        tone={needLook > 0 ? 'bad' : 'neutral'}
      />
    </StatCards>
  );
}
