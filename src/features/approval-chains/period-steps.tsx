import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { Card, CardHeader } from '@/components/ui/card';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { progressQuery } from '@/features/approval-chains/api/steps';
import { OpenSteps } from '@/features/approval-chains/components/open-steps';
import { errorText } from '@/lib/errors';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** On the payroll: what keeps a period from being locked and who must act; a worker sees their own. */
export default function PeriodSteps({ range }: { range: DateRange }) {
  const { t } = useTranslation('approval-chains');
  const { employee } = useViewer();
  const manages = useIsPrivileged();
  const query = useQuery({
    ...progressQuery(employee?.id ?? '', { start: range.start, end: range.end }),
    enabled: employee !== null,
  });
  const rows = query.data ?? [];
  if (query.isLoadingError) return <Notice tone="danger">{errorText(query.error)}</Notice>;
  if (rows.length === 0) return null;
  return (
    <Card>
      <CardHeader
        divided
        title={t('open.title')}
        description={t(manages ? 'open.blocksLock' : 'open.own')}
      />
      <OpenSteps rows={rows} range={range} />
    </Card>
  );
}
