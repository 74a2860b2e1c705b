import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type Enrollment,
  enrollmentsQuery,
  type Plan,
  plansQuery,
} from '@/features/public-work/fringe/api/queries';
import { useDeletePlan } from '@/features/public-work/fringe/api/save-plan';
import { CoverageList } from '@/features/public-work/fringe/components/coverage-list';
import { type PlanAction, PlanList } from '@/features/public-work/fringe/components/plan-list';
import type { IsoDate } from '@/lib/format';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const PlanDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/fringe/components/plan-dialog')).PlanDialog,
}));
const PeopleDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/fringe/components/people-dialog')).PeopleDialog,
}));
const RenewDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/fringe/components/renew-dialog')).RenewDialog,
}));

const isIn = ({ from_date, to_date }: Enrollment, today: IsoDate): boolean =>
  from_date <= today && (to_date === null || to_date >= today);

type Opened = { action: 'new' } | { action: PlanAction; plan: Plan };

/** Plans, who is in them, and what they leave to be paid in cash. */
export function FringeTab() {
  const { t } = useTranslation('fringe');
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  const today = useToday(company?.time_zone ?? 'UTC');
  const plans = useQuery(plansQuery(companyId));
  const enrollments = useQuery(enrollmentsQuery(companyId));
  const [opened, setOpened] = useState<Opened | null>(null);
  const current = (enrollments.data ?? []).filter((one) => isIn(one, today));
  const add = (
    <Button variant="primary" onClick={() => setOpened({ action: 'new' })}>
      {t('plan.new')}
    </Button>
  );
  return (
    <div className="grid gap-5">
      <Card>
        <CardHeader
          title={t('plans.title')}
          description={t('plans.text')}
          action={(plans.data ?? []).length > 0 && add}
          divided
        />
        <Loaded query={plans} skeleton={<TableSkeleton />}>
          {(rows) => (
            <PlanList
              plans={rows.map((plan) => ({
                ...plan,
                people: current.filter(({ plan_id }) => plan_id === plan.id).length,
              }))}
              today={today}
              add={add}
              onAction={(action, plan) => setOpened({ action, plan })}
            />
          )}
        </Loaded>
      </Card>
      <CoverageList companyId={companyId} today={today} />
      <Suspense>
        {opened && (
          <OpenedPlan
            companyId={companyId}
            today={today}
            opened={opened}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface OpenedPlanProps {
  companyId: string;
  today: IsoDate;
  opened: Opened;
  onClose: () => void;
}

function OpenedPlan({ companyId, today, opened, onClose }: OpenedPlanProps) {
  const given = { companyId, today, onClose };
  if (opened.action === 'new') return <PlanDialog {...given} plan={null} />;
  const { action, plan } = opened;
  if (action === 'edit') return <PlanDialog {...given} plan={plan} />;
  if (action === 'people') return <PeopleDialog {...given} plan={plan} />;
  if (action === 'renew') return <RenewDialog plan={plan} onClose={onClose} />;
  return <DeletePlan companyId={companyId} plan={plan} onClose={onClose} />;
}

interface DeletePlanProps {
  companyId: string;
  plan: Plan;
  onClose: () => void;
}

function DeletePlan({ companyId, plan, onClose }: DeletePlanProps) {
  const { t } = useTranslation(['fringe', 'common']);
  const remove = useDeletePlan(companyId);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('delete.title', { name: plan.name })}
      description={t('delete.text')}
      confirmLabel={t('common:action.delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(plan.id, { onSuccess: onClose })}
    />
  );
}
