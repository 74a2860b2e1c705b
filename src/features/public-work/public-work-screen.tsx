import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { PageSection } from '@/components/shared/page-section';
import { Card } from '@/components/ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { type PublicWorkTab, TABS } from '@/features/public-work/tabs';
import { useTranslation } from '@/lib/use-translation';

const NAMES = Object.keys(TABS) as PublicWorkTab[];

/** What public work needs beside each project's own contract: the office, on payday. */
export function PublicWorkScreen() {
  const { t } = useTranslation('public-work');
  const [params, setParams] = useSearchParams();
  const chosen = NAMES.find((name) => name === params.get('tab')) ?? 'projects';
  const Part = TABS[chosen];
  if (!useIsPrivileged()) {
    return (
      <>
        <PageHeader title={t('title')} />
        <Card>
          <EmptyState title={t('managersOnly')} />
        </Card>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('title')} description={t('subtitle')} />
      <Tabs
        value={chosen}
        onValueChange={(next) => setParams(next === 'projects' ? {} : { tab: next })}
      >
        <TabsList className="mb-5 px-0!" aria-label={t('title')} data-print="hide">
          {NAMES.map((name) => (
            <TabsTrigger key={name} value={name}>
              {t(`tab.${name}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={chosen}>
          <PageSection>
            <Suspense fallback={<ListSkeleton />}>
              <Part />
            </Suspense>
          </PageSection>
        </TabsContent>
      </Tabs>
    </>
  );
}
