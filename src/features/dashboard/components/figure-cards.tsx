import { StatCard, StatCards } from '@/components/shared/stat-card';
import type { Dashboard } from '@/features/dashboard/api/queries';
import { changeOf, grownSeconds } from '@/features/dashboard/running-figures';
import { formatDuration } from '@/lib/duration';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

/** Fewer hours are nothing bad: at nine in the morning it is so every day. */
const TONES = { up: 'good', down: 'neutral', none: 'neutral' } as const;
const CHANGE_KEYS = { up: 'more', down: 'less', none: 'same' } as const;

/** Hours tick while clocks run. */
export function FigureCards({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboard');
  const grown = grownSeconds(dashboard, useNowSeconds() * 1000);
  const { hours } = dashboard;
  const today = hours.today_seconds + grown;
  const week = hours.week_seconds + grown;
  const dayChange = today - hours.yesterday_by_now_seconds;
  const weekChange = week - hours.last_week_seconds;
  const hoursChange = (seconds: number, since: 'yesterday' | 'lastWeek') =>
    t(`change.${CHANGE_KEYS[changeOf(seconds)]}.${since}`, {
      change: formatDuration(Math.abs(seconds)),
    });
  const countChange = (change: number) =>
    change === 0
      ? t('change.none')
      : t(change > 0 ? 'change.countUp' : 'change.countDown', { change: Math.abs(change) });
  return (
    <StatCards>
      <StatCard
        label={t('card.today')}
        value={formatDuration(today)}
        trend={changeOf(dayChange)}
        tone={TONES[changeOf(dayChange)]}
        detail={hoursChange(dayChange, 'yesterday')}
        to="/time-tracker?period=today"
      />
      <StatCard
        label={t('card.week')}
        value={formatDuration(week)}
        trend={changeOf(weekChange)}
        tone={TONES[changeOf(weekChange)]}
        detail={hoursChange(weekChange, 'lastWeek')}
        to="/time-tracker?period=week"
      />
      <StatCard
        label={t('card.projects')}
        value={dashboard.active_projects}
        trend={changeOf(dashboard.active_projects_change * 60)}
        detail={countChange(dashboard.active_projects_change)}
        to="/projects?status=active"
      />
      <StatCard
        label={t('card.team')}
        value={dashboard.team_members}
        trend={changeOf(dashboard.team_members_change * 60)}
        detail={countChange(dashboard.team_members_change)}
        to="/employees"
      />
    </StatCards>
  );
}
