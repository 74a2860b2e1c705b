import { type FunctionComponent, Suspense } from 'react';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { MyExpenses } from '@/features/expenses/components/my-expenses';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const TABS = {
  mine: MyExpenses,
  approve: late(async () => ({
    default: (await import('@/features/expenses/components/approval')).Approval,
  })),
  all: late(async () => ({
    default: (await import('@/features/expenses/components/all-expenses')).AllExpenses,
  })),
  report: late(async () => ({
    default: (await import('@/features/expenses/components/expense-report')).ExpenseReport,
  })),
  rates: late(async () => ({
    default: (await import('@/features/expenses/components/rates')).Rates,
  })),
} satisfies Record<string, FunctionComponent>;

type Tab = keyof typeof TABS;
const OFFICE: Tab[] = ['approve', 'all', 'report', 'rates', 'mine'];

/** Everyone has their own here; foremen who approve and managers what waits for them. */
function useTabs(): Tab[] {
  const { company, employee } = useViewer();
  const manages = useIsPrivileged();
  if (manages) return OFFICE;
  return employee?.role === 'foreman' && company?.foremen_approve ? ['mine', 'approve'] : ['mine'];
}

export function ExpensesScreen() {
  const { t } = useTranslation('expenses');
  const companyId = useViewer().company?.id ?? '';
  const tabs = useTabs();
  const [params, change] = useAddressParams();
  const chosen = tabs.find((name) => name === params.get('tab')) ?? tabs[0] ?? 'mine';
  const Part = TABS[chosen];
  useLiveTable({
    table: 'expenses',
    filter: companyId ? `company_id=eq.${companyId}` : null,
    stale: [queryKeys.expenses],
  });
  if (tabs.length === 1) {
    return (
      <>
        <PageHeader title={t('title')} />
        <MyExpenses />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs value={chosen} onValueChange={(next) => change('tab', next === tabs[0] ? null : next)}>
        <TabsList className="mb-5 px-0!" aria-label={t('title')} data-print="hide">
          {tabs.map((name) => (
            <TabsTrigger key={name} value={name}>
              {t(`tab.${name}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={chosen}>
          <Suspense fallback={<ListSkeleton />}>
            <Part />
          </Suspense>
        </TabsContent>
      </Tabs>
    </>
  );
}
