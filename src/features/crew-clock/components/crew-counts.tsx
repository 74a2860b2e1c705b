import { StatusDot, type StatusTone } from '@/components/shared/status-dot';
import { Card } from '@/components/ui/card';
import type { CrewMember } from '@/entities/crew/crew-member';
import { type CrewState, stateOf } from '@/features/crew-clock/crew-plan';
import { useTranslation } from '@/lib/use-translation';

export const TONES: Record<CrewState, StatusTone> = {
  in: 'running',
  break: 'attention',
  out: 'idle',
  left: 'success',
  off: 'primary',
};

const ALWAYS: readonly CrewState[] = ['in', 'break', 'out'];
const WHERE_THERE_ARE: readonly CrewState[] = ['left', 'off'];

/** The crew in one line of figures. */
export function CrewCounts({ members }: { members: readonly CrewMember[] }) {
  const { t } = useTranslation('crew');
  const countOf = (state: CrewState): number =>
    members.filter((member) => stateOf(member) === state).length;
  const shown = [...ALWAYS, ...WHERE_THERE_ARE.filter((state) => countOf(state) > 0)];
  return (
    <Card>
      <dl className="grid auto-cols-fr grid-flow-col divide-x">
        {shown.map((state) => (
          <div key={state} className="flex flex-col-reverse items-center px-1 py-2.5">
            <dt className="flex items-center gap-1.5 text-center text-muted text-xs sm:text-sm">
              <StatusDot tone={TONES[state]} />
              {t(`count.${state}`)}
            </dt>
            <dd className="tabular font-[680] text-lg">{countOf(state)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
