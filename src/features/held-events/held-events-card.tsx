import { useQuery } from '@tanstack/react-query';
import { Pause } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useProject } from '@/entities/project/projects-query';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type HeldEvent, heldEventsQuery } from '@/features/held-events/api/queries';
import { ExplanationForm } from '@/features/held-events/components/explanation-form';
import { HeldActions } from '@/features/held-events/components/held-actions';
import { projectOf } from '@/features/held-events/project-of';
import { useProblem } from '@/features/held-events/use-problem';
import { cn } from '@/lib/class-names';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

type Scope = 'own' | 'company';

const PickDialog = lateDialog(() => import('@/features/held-events/components/pick-dialog'));

function useNameOf(id: string): string {
  const person = useEmployeeOptions().data?.find((each) => each.id === id);
  return person ? employeeName(person) : '';
}

/** What belongs to a clock-in that is held is decided with it. */
function goesWithAnother(event: HeldEvent, all: readonly HeldEvent[]): boolean {
  return (
    event.problem === 'waiting' &&
    all.some(
      ({ id, entry_id, kind }) =>
        id !== event.id &&
        entry_id === event.entry_id &&
        (kind === 'clock_in' || kind === 'switch'),
    )
  );
}

/** Held for its project or cost code: whoever punched may pick another. */
function isCorrectable({ status, problem, kind }: HeldEvent): boolean {
  return (
    status === 'held' &&
    problem === 'booking' &&
    (kind === 'clock_in' || kind === 'switch' || kind === 'entry')
  );
}

function PickAnother({ id }: { id: string }) {
  const { t } = useTranslation('offline');
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Button className="mt-2" variant="primary" onClick={() => setPicking(true)}>
        {t('held.pick')}
      </Button>
      {picking && (
        <Suspense>
          <PickDialog id={id} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </>
  );
}

interface RowProps {
  event: HeldEvent;
  projectId: string | null;
  /** Whose it is, where it is not one's own list. */
  named: boolean;
  decides: boolean;
}

function HeldRow({ event, projectId, named, decides }: RowProps) {
  const { t } = useTranslation('offline');
  const clock = useSiteClock(projectId);
  const problem = useProblem(event, clock);
  const name = useNameOf(event.employee_id);
  const project = useProject(projectId);
  const open = event.status === 'held';
  const minutesOff = Math.round(Number(event.offset_ms) / 60_000);
  const about = [
    clock.dateTime(event.counts_at),
    project?.name,
    minutesOff !== 0 && t('held.phoneClock', { minutes: Math.abs(minutesOff) }),
  ];
  return (
    <li className="px-5 py-3.5">
      <div className="flex items-start justify-between gap-3">
        <p className="font-[620]">
          {[named && name, t(`kind.${event.kind}`)].filter(Boolean).join(' · ')}
        </p>
        <Badge {...(open ? { tone: 'attention' } : {})}>
          {open && <Pause aria-hidden="true" className="size-3.5" />}
          {t(`held.status.${event.status}`)}
        </Badge>
      </div>
      <p className="tabular text-muted text-sm">{about.filter(Boolean).join(' · ')}</p>
      <p className="mt-1">
        {open ? problem : t('held.decided', { reason: event.resolution ?? '' })}
      </p>
      {!named && isCorrectable(event) && <PickAnother id={event.id} />}
      {!named && open && <ExplanationForm id={event.id} explanation={event.explanation} />}
      {named && event.explanation && (
        <p className="mt-1">{t('held.explainedBy', { name, text: event.explanation })}</p>
      )}
      {decides && <HeldActions id={event.id} payable={event.kind !== 'quantity'} />}
    </li>
  );
}

export function useHeldEvents(scope: Scope) {
  const { company, employee } = useViewer();
  const own = scope === 'own' ? (employee?.id ?? null) : null;
  return useQuery({
    ...heldEventsQuery(company?.id ?? '', own),
    enabled: employee !== null,
  });
}

/** Punches from phones without signal that somebody has to decide on; nothing while there are none. */
export function HeldEventsCard({ scope }: { scope: Scope }) {
  const { t } = useTranslation('offline');
  const { company } = useViewer();
  const filter = company ? `company_id=eq.${company.id}` : null;
  useLiveTable({ table: 'held_events', filter, stale: [queryKeys.heldEvents] });
  const { data: events = [] } = useHeldEvents(scope);
  if (events.length === 0) return null;
  return (
    <Card
      className={cn('border-attention/40', scope === 'company' && 'mb-4')}
      aria-labelledby="held-events"
    >
      <CardHeader
        id="held-events"
        divided
        title={scope === 'own' ? t('held.titleOwn') : t('held.titleAll')}
        {...(scope === 'own' ? { description: t('held.ownText') } : {})}
      />
      <ul className="divide-y">
        {events.map((event) => (
          <HeldRow
            key={event.id}
            event={event}
            projectId={projectOf(event, events)}
            named={scope === 'company'}
            decides={scope === 'company' && !goesWithAnother(event, events)}
          />
        ))}
      </ul>
    </Card>
  );
}
