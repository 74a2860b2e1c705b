import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { late } from '@/components/shared/late';
import { ScreenSkeleton } from '@/components/shared/loading-state';
import { useMay, useViewer } from '@/entities/viewer/use-viewer';
import { CompanyBudgets } from '@/features/budgets/components/company-budgets';
import { ForemenOnly } from '@/features/budgets/components/foremen-only';
import {
  ProjectBudget,
  type ProjectBudgetProps,
} from '@/features/budgets/components/project-budget';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';

const UnitRates = late(async () => ({
  default: (await import('@/features/budgets/components/unit-rates')).UnitRates,
}));

/** All projects, or the one in the address. */
export function BudgetsScreen({ extraWork }: Pick<ProjectBudgetProps, 'extraWork'>) {
  const { company, employee } = useViewer();
  const mayBudget = useMay('budgets');
  const [params] = useSearchParams();
  const projectId = params.get('project');
  const filter = company ? `company_id=eq.${company.id}` : null;
  useLiveTable({ table: 'quantities', filter, stale: [queryKeys.budgets] });
  useLiveTable({ table: 'budgets', filter, stale: [queryKeys.budgets] });
  useLiveTable({ table: 'budget_alerts', filter, stale: [queryKeys.budgets] });
  if (!employee || (employee.role === 'employee' && !mayBudget)) return <ForemenOnly />;
  if (params.get('view') === 'rates')
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <UnitRates />
      </Suspense>
    );
  return projectId ? (
    <ProjectBudget key={projectId} projectId={projectId} extraWork={extraWork} />
  ) : (
    <CompanyBudgets />
  );
}
