import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { ReasonDialog } from '@/components/shared/reason-dialog';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Select } from '@/components/ui/select';
import { useIsPrivileged, useMay, useViewer } from '@/entities/viewer/use-viewer';
import {
  useApproveSteps,
  useReturnSteps,
  type Waiting,
  waitingQuery,
} from '@/features/approval-chains/api/steps';
import { AllOpenSteps } from '@/features/approval-chains/components/all-open-steps';
import { MySubstitute } from '@/features/approval-chains/components/my-substitute';
import { WaitingGroupRow } from '@/features/approval-chains/components/waiting-group-row';
import { groupWaiting, keyOf } from '@/features/approval-chains/group-waiting';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

/** Time that waits for a step of the viewer; managers see the steps of everybody too. */
export default function WaitingApprovals() {
  const { t } = useTranslation('approval-chains');
  const { company, employee } = useViewer();
  const manages = useIsPrivileged();
  const approves = useMay('approve_time') || employee?.role === 'foreman';
  const [shown, setShown] = useState<'mine' | 'all'>('mine');
  const filter = company ? `company_id=eq.${company.id}` : null;
  useLiveTable({ table: 'step_approvals', filter, stale: [queryKeys.approvals] });
  useLiveTable({ table: 'time_entries', filter, stale: [queryKeys.approvals] });
  const query = useQuery({ ...waitingQuery(employee?.id ?? ''), enabled: employee !== null });
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3 border-b px-4 py-3">
        {manages ? (
          <Select
            size="compact"
            aria-label={t('show.label')}
            value={shown}
            onValueChange={setShown}
            options={(['mine', 'all'] as const).map((value) => ({
              value,
              label: t(`show.${value}`),
            }))}
          />
        ) : (
          <span />
        )}
        {employee && approves && <MySubstitute employeeId={employee.id} />}
      </div>
      {shown === 'all' ? (
        <AllOpenSteps />
      ) : (
        <Loaded query={query} skeleton={<ListSkeleton />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={BadgeCheck} title={t('empty.title')} text={t('empty.text')} />
            ) : (
              <WaitingList rows={rows} />
            )
          }
        </Loaded>
      )}
    </>
  );
}

/** Ticked, approved and sent back together; what was decided meanwhile is not ticked any more. */
function WaitingList({ rows }: { rows: readonly Waiting[] }) {
  const { t } = useTranslation('approval-chains');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [returning, setReturning] = useState<readonly Waiting[] | null>(null);
  const approve = useApproveSteps();
  const giveBack = useReturnSteps();
  const chosen = rows.filter((row) => ticked.has(keyOf(row)));
  const toggle = (some: readonly Waiting[], isOn: boolean) =>
    setTicked((now) => {
      const next = new Set(now);
      for (const row of some) isOn ? next.add(keyOf(row)) : next.delete(keyOf(row));
      return next;
    });
  const isAll = chosen.length === rows.length;
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-3 border-b bg-sunken px-4 py-1.5 text-sm">
        <Checkbox
          aria-label={t('selectAll')}
          checked={chosen.length === 0 ? false : isAll || 'indeterminate'}
          onCheckedChange={() => toggle(rows, !isAll)}
        />
        <span className="mr-auto text-muted">
          {chosen.length > 0 ? t('selected', { count: chosen.length }) : t('selectAll')}
        </span>
      </div>
      <ul className="divide-y" aria-label={t('waiting')}>
        {groupWaiting(rows).map((group) => (
          <WaitingGroupRow
            key={group.key}
            group={group}
            isTicked={(row) => ticked.has(keyOf(row))}
            onTick={toggle}
            busy={approve.isPending}
            onApprove={() => approve.mutate(group.rows)}
            onReturn={() => setReturning(group.rows)}
          />
        ))}
      </ul>
      {chosen.length > 0 && (
        <div className="sticky bottom-0 z-10 flex gap-2 border-t bg-surface p-3">
          <Button
            variant="primary"
            className="max-sm:flex-1"
            busy={approve.isPending}
            onClick={() => approve.mutate(chosen)}
          >
            <BadgeCheck aria-hidden="true" />
            {t('approveSelected', { count: chosen.length })}
          </Button>
          <Button onClick={() => setReturning(chosen)}>
            <Undo2 aria-hidden="true" />
            {t('return.action')}
          </Button>
        </div>
      )}
      {returning && (
        <ReasonDialog
          title={t('return.title', { count: returning.length })}
          description={t('return.text')}
          confirmLabel={t('return.action')}
          reasonLabel={t('reason')}
          missing={t('failure.step_reason_required')}
          tone="primary"
          busy={giveBack.isPending}
          onConfirm={(reason) =>
            giveBack.mutate({ rows: returning, reason }, { onSuccess: () => setReturning(null) })
          }
          onClose={() => setReturning(null)}
        />
      )}
    </>
  );
}
