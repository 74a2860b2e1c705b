import { HeartHandshake, MoreHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { Plan } from '@/features/public-work/fringe/api/queries';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export type PlanAction = 'edit' | 'people' | 'renew' | 'delete';

export interface ListedPlan extends Plan {
  /** In it today. */
  people: number;
}

interface PlanListProps {
  plans: readonly ListedPlan[];
  today: IsoDate;
  add: ReactNode;
  onAction: (action: PlanAction, plan: Plan) => void;
}

export function PlanList({ plans, today, add, onAction }: PlanListProps) {
  const { t } = useTranslation('fringe');
  const format = useFormat();
  const columns: Column<ListedPlan>[] = [
    {
      id: 'name',
      header: t('plan.name'),
      card: 'title',
      sortBy: ({ name }) => name,
      cell: (plan) => (
        <span className="grid justify-items-start gap-0.5">
          <Button variant="link" size="inline" onClick={() => onAction('edit', plan)}>
            {plan.name}
          </Button>
          <span className="font-normal text-muted text-xs">
            {[t(`kind.${plan.kind}`), plan.plan_number].filter(Boolean).join(' · ')}
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('plan.state'),
      cell: (plan) => <PlanState plan={plan} today={today} />,
    },
    {
      id: 'cost',
      header: t('plan.cost'),
      align: 'end',
      cell: ({ cost_amount, cost_period, hours_basis }) => (
        <span className="grid gap-0.5">
          {t(`cost.${cost_period}`, { cost: format.money(cost_amount) })}
          {hours_basis !== null && cost_period !== 'hour' && (
            <span className="text-muted text-xs">
              {t('cost.over', { hours: format.number(hours_basis) })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'credit',
      header: t('plan.credit'),
      align: 'end',
      card: 'aside',
      sortBy: ({ hourly_credit }) => hourly_credit,
      cell: ({ hourly_credit }) => format.money(hourly_credit),
    },
    {
      id: 'people',
      header: t('plan.people'),
      align: 'end',
      sortBy: ({ people }) => people,
      cell: (plan) => (
        <Button variant="link" size="inline" onClick={() => onAction('people', plan)}>
          {t('plan.peopleCount', { count: plan.people })}
        </Button>
      ),
    },
    {
      id: 'actions',
      header: t('plan.actions'),
      headerHidden: true,
      align: 'end',
      card: 'actions',
      className: 'w-12',
      cell: (plan) => <PlanMenu plan={plan} onAction={onAction} />,
    },
  ];
  return (
    <DataTable
      label={t('plans.title')}
      rows={plans}
      columns={columns}
      rowKey={({ id }) => id}
      rowTone={({ to_date }) => (to_date !== null && to_date < today ? 'muted' : 'normal')}
      empty={
        <EmptyState
          icon={HeartHandshake}
          title={t('plans.empty')}
          text={t('plans.emptyText')}
          action={add}
        />
      }
    />
  );
}

/** Whether it counts today, and if not, why. */
function PlanState({ plan, today }: { plan: Plan; today: IsoDate }) {
  const { t } = useTranslation('fringe');
  const format = useFormat();
  const { from_date, to_date, funded, approval, approved_on } = plan;
  if (!funded && !approval?.trim()) return <Badge tone="danger">{t('state.notApproved')}</Badge>;
  if (to_date !== null && to_date < today)
    return <Badge>{t('state.ended', { date: format.date(to_date) })}</Badge>;
  const begins =
    !funded && approved_on !== null && approved_on > from_date ? approved_on : from_date;
  if (begins > today)
    return <Badge tone="attention">{t('state.begins', { date: format.date(begins) })}</Badge>;
  return (
    <Badge tone="success">
      {to_date ? t('state.until', { date: format.date(to_date) }) : t('state.active')}
    </Badge>
  );
}

function PlanMenu({ plan, onAction }: { plan: Plan; onAction: PlanListProps['onAction'] }) {
  const { t } = useTranslation(['fringe', 'common']);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={t('plan.menu', { name: plan.name })}>
          <MoreHorizontal />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => onAction('edit', plan)}>
          {t('plan.edit')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onAction('people', plan)}>
          {t('plan.managePeople')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => onAction('renew', plan)}>
          {t('renew.open')}
        </DropdownMenuItem>
        <DropdownMenuItem tone="danger" onSelect={() => onAction('delete', plan)}>
          {t('common:action.delete')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
