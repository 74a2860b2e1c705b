import { Pencil } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { late } from '@/components/shared/late';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { useEmployee, useMay, useViewer } from '@/entities/viewer/use-viewer';
import type { FoundAddress } from '@/features/map/api/addresses';
import type { Look } from '@/features/map/api/queries';
import { AccessForm } from '@/features/map/components/access-form';
import { MapFilterBar } from '@/features/map/components/map-filters';
import { MissingBaseMap } from '@/features/map/components/missing-base-map';
import { PunchList } from '@/features/map/components/punch-list';
import { RollCall } from '@/features/map/components/roll-call';
import { SiteList } from '@/features/map/components/site-list';
import {
  type Draft,
  draftFeatures,
  draftPlaces,
  emptyDraft,
  withMovedPlace,
  withPlace,
} from '@/features/map/draft';
import { useMapData } from '@/features/map/use-map-data';
import { useMapFilters } from '@/features/map/use-map-filters';
import { useTranslation } from '@/lib/use-translation';

const SiteMap = late(async () => ({
  default: (await import('@/features/map/components/site-map')).SiteMap,
}));
const SiteEditor = lateDialog(async () => ({
  default: (await import('@/features/map/components/site-editor')).SiteEditor,
}));

/** Sites, who is on the clock at them, and where people punched once somebody says why they look. */
export function MapScreen() {
  const { t } = useTranslation(['map', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const role = useEmployee()?.role;
  const seesPlaces = useMay('see_locations');
  const leads = role === 'foreman' || seesPlaces;
  const mayWrite = useMay('manage_lists');
  const filters = useMapFilters();
  const { projectId, personId, day } = filters;
  const [asked, setAsked] = useState<Look | null>(null);
  const look = asked?.day === day && asked.employeeId === personId ? asked : null;
  const { fences, onSite, punches, present, visitors, sites, names, marks } = useMapData({
    companyId,
    leads,
    filters,
    look,
  });
  const [selected, setSelected] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const isDrawing = draft !== null;
  const pick = useCallback(
    (latitude: number, longitude: number) =>
      setDraft((before) => before && withPlace(before, latitude, longitude)),
    [],
  );
  const move = useCallback(
    (index: number, latitude: number, longitude: number) =>
      setDraft((before) => before && withMovedPlace(before, index, { latitude, longitude })),
    [],
  );
  const drawn = useMemo(() => draftFeatures(draft), [draft]);
  const handles = useMemo(
    () =>
      draftPlaces(draft).map((place, index) => ({
        ...place,
        label:
          draft?.shape === 'circle'
            ? t('handle.center')
            : t('handle.corner', { number: index + 1 }),
      })),
    [draft, t],
  );
  const [target, setTarget] = useState<FoundAddress | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t(leads ? 'promise' : 'sites.text')}
        actions={
          mayWrite &&
          !isDrawing && (
            <Button onClick={() => setDraft(emptyDraft(projectId))}>
              <Pencil aria-hidden="true" />
              {t('fence.edit')}
            </Button>
          )
        }
      />
      <MapFilterBar filters={filters} leads={leads} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(360px,420px)_1fr] print:block">
        <div data-print="hide" className="grid min-w-0 grid-cols-1 gap-4 xl:order-2">
          <MissingBaseMap />
          <Suspense fallback={<Skeleton className="h-80" />}>
            <SiteMap
              sites={sites}
              names={names}
              punches={marks}
              draft={drawn}
              selected={selected}
              onSelect={setSelected}
              onPick={isDrawing ? pick : null}
              focus={`${projectId} ${fences.isSuccess} ${look?.purpose}`}
              target={target}
              handles={handles}
              onMove={move}
            />
          </Suspense>
          <Loaded query={fences} skeleton={null} framed>
            {sites.length === 0 && (
              <p className="text-muted text-sm">
                {t(mayWrite ? 'fence.none' : 'fence.noneForYou')}
              </p>
            )}
          </Loaded>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {draft && (
            <Suspense fallback={<ListSkeleton />}>
              <SiteEditor
                companyId={companyId}
                fences={fences.data ?? []}
                draft={draft}
                onChange={setDraft}
                onFound={(found) => setTarget({ ...found })}
                onClose={() => setDraft(null)}
              />
            </Suspense>
          )}
          {!leads && (
            <SiteList
              companyId={companyId}
              drawn={new Set(fences.data?.map(({ project_id }) => project_id))}
              chosen={projectId}
              onChoose={(id) => filters.change('project', id)}
            />
          )}
          {leads && (
            <>
              <Loaded query={onSite} skeleton={<ListSkeleton />} framed>
                <RollCall people={present} visitors={visitors} asOf={onSite.dataUpdatedAt} />
              </Loaded>
              <Card aria-labelledby="punches" data-print="hide">
                <CardHeader id="punches" title={t('punches.title')} />
                {look === null || punches.isFetching ? (
                  <AccessForm
                    key={`${day} ${personId}`}
                    busy={punches.isFetching}
                    onLook={(purpose) => setAsked({ employeeId: personId, day, purpose })}
                  />
                ) : (
                  <Loaded query={punches} skeleton={null}>
                    <PunchList punches={marks} selected={selected} onSelect={setSelected} />
                  </Loaded>
                )}
              </Card>
            </>
          )}
        </div>
      </div>
    </>
  );
}
