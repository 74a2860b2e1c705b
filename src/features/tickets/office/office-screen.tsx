import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { PageSection } from '@/components/shared/page-section';
import { Card } from '@/components/ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { type OfficeTabName, TABS } from '@/features/tickets/office/tabs';
import { useTranslation } from '@/lib/use-translation';

const NAMES = Object.keys(TABS) as OfficeTabName[];

/** Extra work in the office: prices, the customer's answer, invoices, and the rates behind them. */
export function OfficeScreen() {
  const { t } = useTranslation('billing');
  const [params, setParams] = useSearchParams();
  const chosen = NAMES.find((name) => name === params.get('tab')) ?? 'office';
  const Part = TABS[chosen];
  if (!useIsPrivileged()) {
    return (
      <>
        <PageHeader title={t('office.title')} />
        <Card>
          <EmptyState title={t('managersOnly')} />
        </Card>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('office.title')} description={t('office.subtitle')} />
      <Tabs
        value={chosen}
        onValueChange={(next) => setParams(next === 'office' ? {} : { tab: next })}
      >
        <TabsList className="mb-5 px-0!" aria-label={t('office.title')} data-print="hide">
          {NAMES.map((name) => (
            <TabsTrigger key={name} value={name}>
              {t(`tab.${name}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={chosen}>
          <PageSection>
            <Suspense fallback={<TableSkeleton />}>
              <Part />
            </Suspense>
          </PageSection>
        </TabsContent>
      </Tabs>
    </>
  );
}
