import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Kbd } from '@/components/ui/kbd';
import { Select } from '@/components/ui/select';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { kioskPhotosQuery } from '@/features/verification/api/kiosk-photos';
import { incidentsQuery, itemsQuery, KINDS } from '@/features/verification/api/queries';
import { ItemDetail } from '@/features/verification/components/item-detail';
import { ItemList } from '@/features/verification/components/item-list';
import { useItemKeys } from '@/features/verification/components/use-item-keys';
import { cn } from '@/lib/class-names';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';

const QuestionsDialog = lazy(() => import('@/features/verification/components/questions-dialog'));
const IncidentsDialog = lazy(() => import('@/features/verification/components/incidents-dialog'));
const KioskPhotosDialog = lazy(
  () => import('@/features/verification/components/kiosk-photos-dialog'),
);
const IncidentDialog = lazy(() => import('@/features/verification/components/incident-dialog'));

const TABS = ['open', 'mine', 'resolved'] as const;

/** The inbox of whoever runs the office: what happened, the evidence, one tap. */
export function VerificationScreen() {
  const { t } = useTranslation('verification');
  const { company, employee } = useViewer();
  const manages = useIsPrivileged();
  const companyId = company?.id ?? '';
  const [params, change] = useAddressParams();
  const filter = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'verifications', filter, stale: [queryKeys.verification] });
  useLiveTable({ table: 'incidents', filter, stale: [queryKeys.verification] });
  const takesPhotos = manages && company?.kiosk_photos === true;
  const { data: photos } = useQuery({
    ...kioskPhotosQuery(companyId, 'new'),
    enabled: takesPhotos,
    refetchInterval: 60_000,
  });

  const tab = TABS.find((value) => value === params.get('tab')) ?? 'open';
  const kind = KINDS.find((value) => value === params.get('kind')) ?? null;
  const query = useQuery({
    ...itemsQuery(employee?.id ?? '', tab === 'resolved' ? 'resolved' : 'open'),
    enabled: employee !== null,
  });
  const incidents = useQuery({ ...incidentsQuery(companyId), enabled: companyId !== '' });
  const all = query.data ?? [];
  const mine = all.filter(({ assigned_to }) => assigned_to === employee?.id);
  const items = (tab === 'mine' ? mine : all).filter((item) => !kind || item.kind === kind);
  const asked = params.get('item');
  const chosen = items.find(({ id }) => id === asked) ?? (asked ? null : (items[0] ?? null));
  const incident = incidents.data?.find(({ id }) => id === params.get('incident'));
  const dialog = params.get('dialog');

  const move = (step: 1 | -1) => {
    const next = items[items.findIndex(({ id }) => id === chosen?.id) + step];
    if (!next) return;
    change('item', next.id);
    document.querySelector<HTMLElement>(`[data-item="${next.id}"]`)?.focus();
  };
  useItemKeys(move, () =>
    document.querySelector<HTMLElement>('[data-item-actions] button')?.click(),
  );
  const openDialog = (name: string | null) => change('dialog', name);

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t(manages ? 'description' : 'descriptionOwn')}
        actions={
          <>
            {takesPhotos && (
              <Button onClick={() => openDialog('photos')}>
                {t('photos.title')}
                {photos && photos.count > 0 && <Badge tone="attention">{photos.count}</Badge>}
              </Button>
            )}
            {manages && (
              <Button onClick={() => openDialog('questions')}>{t('questions.open')}</Button>
            )}
            <Button onClick={() => openDialog('incidents')}>{t('incidents.title')}</Button>
          </>
        }
      />
      <Tabs
        asChild
        value={tab}
        onValueChange={(next) => {
          change('item', null);
          change('tab', next === 'open' ? null : next);
        }}
      >
        <Card className="grid lg:grid-cols-[minmax(320px,400px)_1fr]">
          <div className={cn('min-w-0 lg:border-r', asked && chosen && 'max-lg:hidden')}>
            <TabsList>
              {TABS.filter((value) => manages || value !== 'mine').map((value) => (
                <TabsTrigger key={value} value={value}>
                  {t(`tab.${value}`)}{' '}
                  {tab !== 'resolved' && value === 'open' && (
                    <Badge tone="attention">{all.length}</Badge>
                  )}
                  {tab !== 'resolved' && value === 'mine' && <Badge>{mine.length}</Badge>}
                </TabsTrigger>
              ))}
            </TabsList>
            <div className="border-b px-4 py-2">
              <Select
                size="compact"
                aria-label={t('kindFilter')}
                value={kind ?? 'all'}
                onValueChange={(next) => change('kind', next === 'all' ? null : next)}
                options={[
                  { value: 'all', label: t('allKinds') },
                  ...KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
                ]}
              />
            </div>
            <TabsContent value={tab}>
              <Loaded query={query} skeleton={<ListSkeleton />}>
                {items.length === 0 ? (
                  <EmptyState
                    icon={ShieldCheck}
                    title={t(tab === 'resolved' ? 'empty.resolved' : 'empty.open')}
                    text={t('empty.text')}
                  />
                ) : (
                  <ItemList
                    label={t(`tab.${tab}`)}
                    items={items}
                    chosen={chosen?.id ?? null}
                    onChoose={(id) => change('item', id)}
                  />
                )}
                {manages && items.length > 1 && (
                  <p className="flex items-center gap-1.5 border-t px-4 py-3 text-muted text-xs max-lg:hidden">
                    <Kbd>J</Kbd> <Kbd>K</Kbd> {t('keys.move')} <Kbd>A</Kbd> {t('keys.accept')}
                  </p>
                )}
              </Loaded>
            </TabsContent>
          </div>
          <div className={cn('min-h-80 min-w-0', !(asked && chosen) && 'max-lg:hidden')}>
            {chosen ? (
              <ItemDetail
                key={`${chosen.id} ${chosen.status}`}
                item={chosen}
                onDone={() => change('item', null)}
                onBack={() => change('item', null)}
              />
            ) : (
              <EmptyState title={t('choose')} />
            )}
          </div>
        </Card>
      </Tabs>
      <Suspense>
        {dialog === 'questions' && manages && <QuestionsDialog onClose={() => openDialog(null)} />}
        {dialog === 'photos' && manages && <KioskPhotosDialog onClose={() => openDialog(null)} />}
        {dialog === 'incidents' && (
          <IncidentsDialog
            incidents={incidents}
            onOpen={(id) => {
              openDialog(null);
              change('incident', id);
            }}
            onClose={() => openDialog(null)}
          />
        )}
        {incident && (
          <IncidentDialog incident={incident} onClose={() => change('incident', null)} />
        )}
      </Suspense>
    </>
  );
}
