import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { PageSection } from '@/components/shared/page-section';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type Establishment,
  establishmentsQuery,
  useRecordsInjuries,
} from '@/features/safety/api/queries';
import { useAddressParams } from '@/lib/use-address-params';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const LogTab = late(() => import('@/features/safety/components/log-tab'));
const OwnCases = late(() => import('@/features/safety/components/own-cases'));
const SetUpTab = late(() => import('@/features/safety/components/set-up-tab'));
const SummaryTab = late(() => import('@/features/safety/components/summary-tab'));

const TABS = ['log', 'summary', 'setup'] as const;
const YEARS_BACK = 6;

/** OSHA records: the log, its forms, the yearly summary. Others see the cases about themselves. */
export function SafetyScreen() {
  const { t } = useTranslation('safety');
  const records = useRecordsInjuries();
  return (
    <>
      <PageHeader title={t('title')} description={t(records ? 'subtitle' : 'ownSubtitle')} />
      <Suspense fallback={<ListSkeleton />}>{records ? <Records /> : <OwnCases />}</Suspense>
    </>
  );
}

function Records() {
  const { t } = useTranslation('safety');
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  const [params, change] = useAddressParams();
  const tab = TABS.find((name) => name === params.get('tab')) ?? 'log';
  const establishments = useQuery(establishmentsQuery(companyId));
  return (
    <Tabs value={tab} onValueChange={(next) => change('tab', next === 'log' ? null : next)}>
      <TabsList className="mb-5 px-0!" aria-label={t('title')} data-print="hide">
        {TABS.map((name) => (
          <TabsTrigger key={name} value={name}>
            {t(`tab.${name}`)}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={tab}>
        <PageSection>
          <Loaded query={establishments} skeleton={<ListSkeleton />}>
            {(list) =>
              tab === 'setup' ? (
                <SetUpTab companyId={companyId} establishments={list} />
              ) : (
                <OfYear tab={tab} establishments={list} />
              )
            }
          </Loaded>
        </PageSection>
      </TabsContent>
    </Tabs>
  );
}

interface OfYearProps {
  tab: 'log' | 'summary';
  establishments: readonly Establishment[];
}

/** Which log, of which year: both in the address. */
function OfYear({ tab, establishments }: OfYearProps) {
  const { t } = useTranslation('safety');
  const { company } = useViewer();
  const thisYear = Number(useToday(company?.time_zone ?? 'UTC').slice(0, 4));
  const [params, change] = useAddressParams();
  const place =
    establishments.find(({ id }) => id === params.get('establishment')) ?? establishments[0];
  const year = Number(params.get('year')) || thisYear;
  if (!place) {
    return (
      <Card>
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <Button variant="primary" onClick={() => change('tab', 'setup')}>
              {t('empty.action')}
            </Button>
          }
        />
      </Card>
    );
  }
  const years = Array.from({ length: YEARS_BACK }, (_, back) => String(thisYear - back));
  const filters = (
    <div className="flex flex-wrap gap-3" data-print="hide">
      {establishments.length > 1 && (
        <div className="min-w-48">
          <Select
            aria-label={t('establishment.label')}
            value={place.id}
            onValueChange={(id) => change('establishment', id)}
            options={establishments.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
      )}
      <div className="w-28">
        <Select
          aria-label={t('year')}
          value={String(year)}
          onValueChange={(next) => change('year', next)}
          options={years.map((value) => ({ value, label: value }))}
        />
      </div>
    </div>
  );
  return (
    <div className="grid gap-4">
      <Suspense fallback={<ListSkeleton />}>
        {tab === 'log' ? (
          <LogTab place={place} year={year} filters={filters} />
        ) : (
          <>
            {filters}
            <SummaryTab key={`${place.id} ${year}`} place={place} year={year} />
          </>
        )}
      </Suspense>
    </div>
  );
}
