import { Play, Repeat2, Square } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { planOf } from '@/entities/crew/crew-plan';
import type { CrewClockState } from '@/features/crew-clock/use-crew-clock';
import { useFormat } from '@/lib/format-context';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

interface CrewActionsProps {
  clock: CrewClockState;
  onStart: () => void;
  onSwitch: () => void;
  onStop: () => void;
}

/** What the buttons will do, and when. */
function Effect({ clock }: { clock: CrewClockState }) {
  const { t } = useTranslation('crew');
  const format = useFormat();
  const now = useNowSeconds();
  const time = format.time(new Date(now * 1000).toISOString());
  const { starting, working } = clock;
  const words = [
    starting.length > 0 && t('effect.in', { count: starting.length, time }),
    working.length > 0 && t('effect.chosen', { count: working.length }),
  ];
  const text = words.filter(Boolean).join(' · ') || t('effect.none');
  return <p className="text-muted text-sm">{text}</p>;
}

/** Always in sight: over the lower edge of the screen. */
export function CrewActions({ clock, onStart, onSwitch, onStop }: CrewActionsProps) {
  const { t } = useTranslation('crew');
  const { starting, working, changed, punch } = clock;
  const isOnPlan = changed === null && starting.some((member) => planOf(member) !== null);
  return (
    <div className="sticky bottom-(--bottom-bar-height) z-10 -mx-3.5 grid gap-2 border-t bg-background px-3.5 py-3 md:mx-0 md:rounded-card md:border md:bg-surface md:px-4">
      <Effect clock={clock} />
      <div className="flex flex-wrap gap-2">
        {working.length > 0 && (
          <>
            <Button
              size={starting.length > 0 ? 'large' : 'huge'}
              variant="running"
              className="flex-1"
              busy={punch.isPending}
              onClick={onStop}
            >
              <Square aria-hidden="true" />
              {t('stop', { count: working.length })}
            </Button>
            <Button
              size={starting.length > 0 ? 'large' : 'huge'}
              className="flex-1"
              busy={punch.isPending}
              onClick={onSwitch}
            >
              <Repeat2 aria-hidden="true" />
              {t('switch', { count: working.length })}
            </Button>
          </>
        )}
        {(starting.length > 0 || working.length === 0) && (
          <Button
            size="huge"
            variant="primary"
            block
            disabled={starting.length === 0}
            busy={punch.isPending}
            onClick={onStart}
          >
            <Play aria-hidden="true" />
            {t(isOnPlan ? 'startOnPlan' : 'start', { count: starting.length })}
          </Button>
        )}
      </div>
    </div>
  );
}
