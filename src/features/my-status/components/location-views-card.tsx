import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { type LocationView, locationViewsQuery } from '@/features/my-status/api/queries';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';

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
  const [all, setAll] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
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
      {isPending ? (
        <ListSkeleton rows={2} />
      ) : error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <EmptyState icon={Eye} title={t('location.views.empty')} className="py-8!" />
      ) : (
        <>
          <ul>
            {(all ? data : data.slice(0, SHOWN_AT_FIRST)).map((view) => (
              <Look key={view.id} view={view} />
            ))}
          </ul>
          {data.length > SHOWN_AT_FIRST && (
            <div className="border-t p-2">
              <Button variant="ghost" block aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? t('location.views.fewer') : t('location.views.all', { count: data.length })}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}
