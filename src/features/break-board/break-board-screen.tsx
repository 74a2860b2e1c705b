import { useQuery } from '@tanstack/react-query';
import { Coffee, Sun } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { heatRulesQuery, type BreakRow as Row } from '@/features/break-board/api/queries';
import { byUrgency, hasRules, matches, type SiteHeat, sitesOf } from '@/features/break-board/board';
import { BoardFilters } from '@/features/break-board/components/board-filters';
import { BreakRow } from '@/features/break-board/components/break-row';
import { HeatCard } from '@/features/break-board/components/heat-card';
import { useBreakBoard } from '@/features/break-board/use-break-board';
import { useFormat } from '@/lib/format-context';
import { useAddressParams } from '@/lib/use-address-params';
import { useNowMinutes } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

const OfferDialog = lateDialog(() => import('@/features/break-board/components/offer-dialog'));
const TemperatureDialog = lateDialog(
  () => import('@/features/break-board/components/temperature-dialog'),
);
const HeatRuleDialog = lateDialog(
  () => import('@/features/break-board/components/heat-rule-dialog'),
);

/** Who is due a break, soonest first: foremen see their crew, managers everyone. */
export function BreakBoardScreen() {
  const { t } = useTranslation('break-board');
  const { company, employee } = useViewer();
  const [isRuleOpen, setRuleOpen] = useState(false);
  const companyId = company?.id ?? '';
  const { data: rules = [] } = useQuery({
    ...heatRulesQuery(companyId),
    enabled: companyId !== '',
  });
  const board = useBreakBoard();
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          employee?.role === 'owner' && (
            <Button onClick={() => setRuleOpen(true)}>
              <Sun aria-hidden="true" />
              {t('heat.rule.open')}
            </Button>
          )
        }
      />
      <Loaded query={board} skeleton={<ListSkeleton />} framed>
        {(rows) => (
          <Board
            rows={rows}
            hasHeatRule={rules.some(({ active }) => active)}
            updatedAt={board.dataUpdatedAt}
            isOld={board.isError}
          />
        )}
      </Loaded>
      <Suspense>
        {isRuleOpen && (
          <HeatRuleDialog companyId={companyId} rules={rules} onClose={() => setRuleOpen(false)} />
        )}
      </Suspense>
    </>
  );
}

interface BoardProps {
  rows: readonly Row[];
  hasHeatRule: boolean;
  updatedAt: number;
  isOld: boolean;
}

function Board({ rows, hasHeatRule, updatedAt, isOld }: BoardProps) {
  const { t } = useTranslation('break-board');
  const format = useFormat();
  const nowMinute = useNowMinutes();
  const [params] = useAddressParams();
  const filter = { crewId: params.get('crew'), projectId: params.get('project') };
  const [offeredTo, setOfferedTo] = useState<string | null>(null);
  const [site, setSite] = useState<SiteHeat | null>(null);
  const shown = byUrgency(rows.filter(matches(filter)), nowMinute);
  const offered = rows.find(({ employee_id }) => employee_id === offeredTo);
  const [due] = offered?.due ?? [];
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState icon={Coffee} title={t('empty.title')} text={t('empty.text')} />
      </Card>
    );
  }
  return (
    <>
      {isOld && (
        <Notice className="mb-3">
          {t('lastKnown', { time: format.time(new Date(updatedAt).toISOString()) })}
        </Notice>
      )}
      {!hasRules(rows) && (
        <Notice className="mb-3" title={t('noRules.title')}>
          {t('noRules.text')}
        </Notice>
      )}
      {hasHeatRule && <HeatCard sites={sitesOf(rows)} onEnter={setSite} />}
      <BoardFilters rows={rows} />
      <Card>
        {shown.length === 0 ? (
          <EmptyState icon={Coffee} title={t('noMatch')} />
        ) : (
          <ul aria-label={t('title')}>
            {shown.map((row) => (
              <BreakRow
                key={row.employee_id}
                row={row}
                nowMinute={nowMinute}
                onOffer={() => setOfferedTo(row.employee_id)}
              />
            ))}
          </ul>
        )}
      </Card>
      <Suspense>
        {offered && due && (
          <OfferDialog row={offered} due={due} onClose={() => setOfferedTo(null)} />
        )}
        {site && <TemperatureDialog site={site} onClose={() => setSite(null)} />}
      </Suspense>
    </>
  );
}
