import { Clock } from 'lucide-react';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import type { ViewerClockRules } from '@/entities/viewer/viewer';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

const isAhead = (moment: string | null, now: number): moment is string =>
  moment !== null && Date.parse(moment) > now;

export default function ClockHintLine({ rules }: { rules: ViewerClockRules }) {
  const { t } = useTranslation('clock-stops');
  const running = useRunningEntry();
  const clock = useSiteClock(running?.project_id);
  const now = useNowSeconds() * 1000;
  const text = running
    ? isAhead(rules.ends_at, now) && t('endsAt', { time: clock.time(rules.ends_at) })
    : isAhead(rules.from, now) && t('from', { time: clock.time(rules.from) });
  if (!text) return null;
  return (
    <p className="flex items-center gap-2 text-muted text-sm">
      <Clock className="size-4 shrink-0" aria-hidden="true" />
      {text}
    </p>
  );
}
