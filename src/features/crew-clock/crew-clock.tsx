import { Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CrewActions } from '@/features/crew-clock/components/crew-actions';
import { CrewCounts } from '@/features/crew-clock/components/crew-counts';
import { CrewRefusals } from '@/features/crew-clock/components/crew-refusals';
import { MemberSection } from '@/features/crew-clock/components/member-section';
import { PlanLine } from '@/features/crew-clock/components/plan-line';
import { stateOf } from '@/features/crew-clock/crew-plan';
import { type CrewClockState, useCrewClock } from '@/features/crew-clock/use-crew-clock';
import { loadNamespaces } from '@/lib/i18n';
import { useTranslation } from '@/lib/use-translation';

const WorkDialog = lateDialog(() => import('@/features/crew-clock/components/work-dialog'));
const RealEndDialog = lateDialog(async () => {
  const [module] = await Promise.all([
    import('@/features/crew-clock/components/real-end-dialog'),
    loadNamespaces(['forgotten-punch']),
  ]);
  return module;
});
type Asking = 'work' | 'switch' | 'end' | null;

function People({ clock, onChange }: { clock: CrewClockState; onChange: () => void }) {
  const { t } = useTranslation('crew');
  const { members, others, common, chosen, punch, choose } = clock;
  const [showsOthers, setShowsOthers] = useState(false);
  const of = (...states: string[]) => members.filter((member) => states.includes(stateOf(member)));
  const { isClosed } = clock;
  const shared = { common, chosen, isClosed, disabled: punch.isPending, onChoose: choose };
  return (
    <Card className="overflow-hidden">
      <PlanLine
        groups={clock.startGroups}
        isChanged={clock.changed !== null}
        onChange={onChange}
        onReset={() => clock.change(null)}
      />
      <MemberSection title={t('all.out')} members={of('out')} {...shared} />
      <MemberSection title={t('all.in')} members={of('in', 'break')} {...shared} />
      <MemberSection title={t('all.away')} members={of('left', 'off')} {...shared} />
      {others.length > 0 && (
        <div className="border-t p-2">
          <Button
            variant="ghost"
            block
            aria-expanded={showsOthers}
            onClick={() => setShowsOthers(!showsOthers)}
          >
            {t(showsOthers ? 'othersHide' : 'othersShow', { count: others.length })}
          </Button>
        </div>
      )}
      {showsOthers && <MemberSection title={t('all.others')} members={others} {...shared} />}
    </Card>
  );
}

/** A crew's clocks: who is in, who is missing, and one press for all of them. */
export function CrewClock({ crewId = null }: { crewId?: string | null }) {
  const { t } = useTranslation('crew');
  const clock = useCrewClock(crewId);
  const [asking, setAsking] = useState<Asking>(null);
  const { crew, members, working, startGroups } = clock;
  const close = () => setAsking(null);
  const start = () =>
    startGroups.some(({ work }) => work === null) ? setAsking('work') : clock.start();
  return (
    <Loaded query={crew} skeleton={<ListSkeleton />} framed>
      {members.length === 0 ? (
        <Card>
          <EmptyState icon={Users} title={t('empty')} text={t('emptyText')} />
        </Card>
      ) : (
        <div className="grid gap-3">
          <CrewCounts members={members} />
          <People clock={clock} onChange={() => setAsking('work')} />
          <CrewActions
            clock={clock}
            onStart={start}
            onSwitch={() => setAsking('switch')}
            onStop={() => (clock.forgotten.length > 0 ? setAsking('end') : clock.stop())}
          />
        </div>
      )}
      <Suspense>
        {asking === 'work' && (
          <WorkDialog
            title={t('work.dialog')}
            action={t('work.use')}
            work={startGroups[0]?.work ?? null}
            onChoose={clock.change}
            onClose={close}
          />
        )}
        {asking === 'switch' && (
          <WorkDialog
            title={t('switchTitle', { count: working.length })}
            action={t('switch', { count: working.length })}
            work={null}
            onChoose={clock.switchTo}
            onClose={close}
          />
        )}
        {asking === 'end' && (
          <RealEndDialog members={clock.forgotten} onChoose={clock.stop} onClose={close} />
        )}
        <CrewRefusals clock={clock} />
      </Suspense>
    </Loaded>
  );
}
