import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { useViewer } from '@/entities/viewer/use-viewer';
import { progressQuery } from '@/features/approval-chains/api/steps';
import { OpenSteps } from '@/features/approval-chains/components/open-steps';
import { addDays, dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** Every open step of the last two months, for managers. */
export function AllOpenSteps() {
  const { t } = useTranslation('approval-chains');
  const { company, employee } = useViewer();
  const today = dateOf(Date.now(), company?.time_zone ?? 'UTC');
  const range = { start: addDays(today, -60), end: today };
  const query = useQuery(progressQuery(employee?.id ?? '', range));
  return (
    <Loaded query={query} skeleton={<ListSkeleton />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon={BadgeCheck} title={t('open.none')} text={t('open.noneText')} />
        ) : (
          <OpenSteps rows={rows} range={range} />
        )
      }
    </Loaded>
  );
}
