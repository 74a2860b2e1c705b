import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { EmptyState } from '@/components/shared/empty-state';
import { FirstFew } from '@/components/shared/first-few';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Card, CardHeader } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { type LocationView, locationViewsQuery } from '@/features/my-status/api/queries';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const SHOWN_AT_FIRST = 3;
const STALE = [queryKeys.locationViews];

function Look({ view }: { view: LocationView }) {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  const days =
    view.start_date === view.end_date
      ? t('location.views.oneDay', { day: format.date(view.start_date) })
      : t('location.views.range', {
          start: format.date(view.start_date),
          end: format.date(view.end_date),
        });
  return (
    <li className="grid gap-0.5 border-t px-5 py-3 text-sm first:border-t-0 max-md:px-4">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-[550]">
          {view.viewer_name} · {t(`location.views.role.${view.viewer_role}`)}
        </span>
        <time dateTime={view.viewed_at} className="tabular text-muted">
          {format.dateTime(view.viewed_at)}
        </time>
      </p>
      <p className="[overflow-wrap:anywhere]">
        {t('location.views.why', { purpose: view.purpose })}
      </p>
      <p className="text-muted text-xs">{days}</p>
    </li>
  );
}

/** The receipt: who looked at the person's locations, when and why. */
export function LocationViewsCard() {
  const { t } = useTranslation('my-status');
  const me = useEmployee();
  const views = useQuery({
    ...locationViewsQuery(me?.id ?? ''),
    enabled: me !== null,
  });
  useLiveTable({
    table: 'location_views',
    filter: me ? `employee_id=eq.${me.id}` : null,
    stale: STALE,
  });
  if (!me) return null;
  return (
    <Card aria-labelledby="location-views">
      <CardHeader id="location-views" title={t('location.views.title')} divided />
      <Loaded query={views} skeleton={<ListSkeleton rows={2} />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState icon={Eye} title={t('location.views.empty')} className="py-8!" />
          ) : (
            <FirstFew
              items={data}
              count={SHOWN_AT_FIRST}
              allLabel={t('location.views.all', { count: data.length })}
              fewerLabel={t('location.views.fewer')}
            >
              {(view) => <Look key={view.id} view={view} />}
            </FirstFew>
          )
        }
      </Loaded>
    </Card>
  );
}
