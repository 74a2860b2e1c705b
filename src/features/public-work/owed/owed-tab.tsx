import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { contractsQuery } from '@/features/public-work/contract/api/queries';
import {
  type OwedWeek,
  owedKey,
  owedWeeksQuery,
  restitutionsQuery,
} from '@/features/public-work/owed/api/queries';
import { OwedTable } from '@/features/public-work/owed/components/owed-table';
import { RestitutionList } from '@/features/public-work/owed/components/restitution-list';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const PostDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/owed/components/post-dialog')).PostDialog,
}));

/** How many weeks back; the database takes up to 400 days. */
const SPANS = ['13', '26', '52'] as const;
type Span = (typeof SPANS)[number];

/** Who was paid less than the determinations require, and what became of it. */
export function OwedTab() {
  const { t } = useTranslation('owed-wages');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [posting, setPosting] = useState<readonly OwedWeek[] | null>(null);
  const { data: projects = [] } = useProjectOptions();
  const { data: contracts = [] } = useQuery(contractsQuery(companyId));
  const today = useToday(format.preferences.timeZone);
  const span: Span = SPANS.find((weeks) => weeks === params.get('weeks')) ?? '13';
  const projectId = params.get('project');
  const range = { start: addDays(today, -7 * Number(span)), end: addDays(today, 6) };
  const owed = useQuery(owedWeeksQuery(companyId, range, projectId));
  const restitutions = useQuery(restitutionsQuery(companyId, range, projectId));
  const weeks = owed.data ?? [];
  const picked = weeks.filter((week) => chosen.has(owedKey(week)));
  const total = (list: readonly OwedWeek[]) =>
    format.moneyFromCents(list.reduce((sum, { short_cents }) => sum + short_cents, 0));
  const narrow = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2" data-print="hide">
        <Select
          size="compact"
          aria-label={t('filter.project')}
          value={projectId ?? 'all'}
          onValueChange={(value) => narrow('project', value === 'all' ? null : value)}
          options={[
            { value: 'all', label: t('filter.allProjects') },
            ...projects
              .filter(({ id }) => contracts.some(({ project_id }) => project_id === id))
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Select
          size="compact"
          aria-label={t('filter.weeks')}
          value={span}
          onValueChange={(value) => narrow('weeks', value === '13' ? null : value)}
          options={SPANS.map((value) => ({ value, label: t('filter.last', { weeks: value }) }))}
        />
      </div>
      <Card>
        <CardHeader
          divided
          title={t('owed.title')}
          description={t('owed.text')}
          action={
            weeks.length > 0 && (
              <Button
                variant="primary"
                onClick={() => setPosting(picked.length > 0 ? picked : weeks)}
              >
                {picked.length > 0
                  ? t('owed.payChosen', { count: picked.length, amount: total(picked) })
                  : t('owed.payAll', { amount: total(weeks) })}
              </Button>
            )
          }
        />
        <Loaded query={owed} skeleton={<TableSkeleton />}>
          <OwedTable weeks={weeks} chosen={chosen} onChosenChange={setChosen} />
        </Loaded>
      </Card>
      <Card>
        <CardHeader divided title={t('list.title')} description={t('list.text')} />
        <Loaded query={restitutions} skeleton={<TableSkeleton />}>
          {(list) => <RestitutionList restitutions={list} />}
        </Loaded>
      </Card>
      {posting && (
        <PostDialog
          weeks={posting}
          onClose={() => {
            setPosting(null);
            setChosen(new Set());
          }}
        />
      )}
    </div>
  );
}
