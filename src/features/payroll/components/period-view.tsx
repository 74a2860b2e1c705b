import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { useSortParam } from '@/components/shared/data-table/use-sort-param';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { StatCardsSkeleton, TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useMay } from '@/entities/viewer/use-viewer';
import { useApprove } from '@/features/payroll/api/approvals';
import {
  lastExportQuery,
  overviewQuery,
  type PayPeriod,
  proposalsQuery,
} from '@/features/payroll/api/queries';
import { FixCard, focusFixCard } from '@/features/payroll/components/fix-card';
import { OwedNotice } from '@/features/payroll/components/owed-notice';
import { PeriodHeader } from '@/features/payroll/components/period-header';
import { PeriodStats } from '@/features/payroll/components/period-stats';
import { RunStrip } from '@/features/payroll/components/run-strip';
import { usePayrollColumns } from '@/features/payroll/components/use-payroll-columns';
import { hasTime, issueCount, summarize } from '@/features/payroll/period-summary';
import { runFacts } from '@/features/payroll/run-steps';
import { useAddress } from '@/features/payroll/use-address';
import { useOwnApproval } from '@/features/payroll/use-own-approval';
import { useTranslation } from '@/lib/use-translation';

const ExplanationPanel = lateDialog(async () => ({
  default: (await import('@/features/payroll/components/explanation-panel')).ExplanationPanel,
}));
const LockDialog = lateDialog(async () => ({
  default: (await import('@/features/payroll/components/lock-dialog')).LockDialog,
}));
const UnlockDialog = lateDialog(async () => ({
  default: (await import('@/features/payroll/components/unlock-dialog')).UnlockDialog,
}));

export interface PeriodViewProps {
  companyId: string;
  periods: readonly PayPeriod[];
  period: PayPeriod;
  previous: PayPeriod | null;
  exports: ReactNode;
  /** What connected systems have of the period. */
  sent?: ReactNode;
  /** Which steps of approval chains are open. */
  steps?: ReactNode;
  /** Whether the viewer runs payroll; who only approves sees hours and no money. */
  pays?: boolean;
}

/** For managers and owners: the period at a glance, then fix, approve, lock, export. */
export function PeriodView({
  companyId,
  periods,
  period,
  previous,
  exports,
  sent,
  steps,
  pays = true,
}: PeriodViewProps) {
  const { t } = useTranslation('payroll');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const address = useAddress();
  const [sort, setSort] = useSortParam();
  const [dialog, setDialog] = useState<'lock' | 'unlock' | null>(null);
  const query = useQuery(overviewQuery(companyId, period));
  const before = useQuery({
    ...overviewQuery(companyId, previous ?? period),
    enabled: pays && previous !== null && query.isSuccess,
  });
  const { data: proposals = [] } = useQuery({
    ...proposalsQuery(companyId, period),
    enabled: !period.locked,
  });
  const { data: exportedAt = null } = useQuery({
    ...lastExportQuery(companyId, period),
    enabled: pays && period.locked,
  });
  const ownId = useOwnApproval();
  const approve = useApprove();
  const people = query.data ?? [];
  const summary = summarize(people);
  const issues = period.locked ? 0 : issueCount(people, proposals.length);
  const facts = runFacts(people, issues, ownId, { ...period, exportedAt });
  // Who does not pay has the hours themselves to look at.
  const linkTo = (id: string) =>
    pays
      ? address('employee', id)
      : `/time-tracker?period=custom&from=${period.start}&to=${period.end}&employee=${id}`;
  const columns = usePayrollColumns(summary, {
    period,
    ownId,
    pays,
    approves: useMay('approve_time'),
    linkTo,
    onApprove: ({ employee_id }) =>
      approve.mutate({ employeeId: employee_id, start: period.start, end: period.end }),
    approving: approve.isPending ? approve.variables.employeeId : null,
  });
  const opened = people.find(({ employee_id }) => employee_id === params.get('employee'));
  const close = () => setDialog(null);
  // The dialog has an address and keeps the period in it.
  const openExport = () => {
    const next = new URLSearchParams(params);
    for (const [name, value] of [
      ['from', period.start],
      ['to', period.end],
      ['dialog', 'export'],
    ] as const) {
      next.set(name, value);
    }
    void navigate(`?${next}`, { preventScrollReset: true });
  };

  return (
    <>
      <PeriodHeader periods={periods} period={period} onUnlock={() => setDialog('unlock')} />
      <Loaded framed query={query} skeleton={<PeriodSkeleton />}>
        <div className="flex flex-col gap-4">
          {pays && (
            <RunStrip
              period={period}
              facts={facts}
              onFix={focusFixCard}
              onLock={() => setDialog('lock')}
              onExport={openExport}
            />
          )}
          {sent}
          {steps}
          {pays && (
            <PeriodStats
              summary={summary}
              previousCents={previous && before.data ? summarize(before.data).earningsCents : null}
            />
          )}
          {!period.locked && (
            <>
              {pays && <OwedNotice companyId={companyId} period={period} />}
              <FixCard
                companyId={companyId}
                period={period}
                people={people}
                proposals={proposals}
              />
            </>
          )}
          <Card>
            <DataTable
              label={t('title')}
              rows={people}
              columns={columns}
              rowKey={({ employee_id }) => employee_id}
              sort={sort}
              onSortChange={setSort}
              totalLabel={t('total')}
              onRowOpen={({ employee_id }) =>
                void navigate(linkTo(employee_id), { preventScrollReset: true })
              }
              rowTone={(person) => (hasTime(person) ? 'normal' : 'muted')}
              empty={
                <EmptyState
                  icon={Wallet}
                  title={t('empty.title')}
                  text={t('empty.text')}
                  action={
                    <Button variant="primary" asChild>
                      <Link to="/employees">{t('empty.action')}</Link>
                    </Button>
                  }
                />
              }
            />
          </Card>
          {exports}
        </div>
      </Loaded>
      <Suspense>
        {opened && pays && (
          <ExplanationPanel
            key={opened.employee_id}
            companyId={companyId}
            period={period}
            person={opened}
            onClose={() => void navigate(address('employee', null), { preventScrollReset: true })}
          />
        )}
        {dialog === 'lock' && (
          <LockDialog companyId={companyId} period={period} people={people} onClose={close} />
        )}
        {dialog === 'unlock' && (
          <UnlockDialog companyId={companyId} period={period} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

function PeriodSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <StatCardsSkeleton />
      <Card>
        <TableSkeleton />
      </Card>
    </div>
  );
}
