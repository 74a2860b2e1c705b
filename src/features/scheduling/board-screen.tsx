import { useQuery } from '@tanstack/react-query';
import {
  CalendarOff,
  ChevronLeft,
  ChevronRight,
  Copy,
  Plus,
  Printer,
  Send,
  Users,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useViewer } from '@/entities/viewer/use-viewer';
import { boardQuery } from '@/features/scheduling/api/queries';
import { useCopyShifts, usePublish } from '@/features/scheduling/api/writes';
import type { BoardRow, Shift } from '@/features/scheduling/board';
import { BoardTable } from '@/features/scheduling/components/board-table';
import { DayList } from '@/features/scheduling/components/day-list';
import { PlanAndActual } from '@/features/scheduling/components/plan-and-actual';
import type { NewShift } from '@/features/scheduling/components/shift-dialog';
import { SidePanel } from '@/features/scheduling/components/side-panel';
import { SPANS, useBoardDates } from '@/features/scheduling/use-board-dates';
import { useBoardView } from '@/features/scheduling/use-board-view';
import { usePlacement } from '@/features/scheduling/use-placement';
import { usePrintedWeek } from '@/features/scheduling/use-printed-week';
import { queryKeys } from '@/lib/query-keys';
import { addDays } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useIsMobile } from '@/lib/use-media-query';

const ShiftDialog = lazy(async () => ({
  default: (await import('@/features/scheduling/components/shift-dialog')).ShiftDialog,
}));

const whoIn = (row: BoardRow): string | null => {
  if (row.kind === 'person') return `person:${row.person.id}`;
  if (row.kind === 'machine') return `machine:${row.machine.id}`;
  return row.kind === 'crew' ? `crew:${row.id}` : null;
};

/** One board of people, crews and machines; a draft until it is published. */
export function BoardScreen() {
  const { t } = useTranslation(['scheduling', 'common']);
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  const isMobile = useIsMobile();
  const [params, change] = useAddressParams();
  const dates = useBoardDates();
  const { days, range, today, span } = dates;
  const [opened, setOpened] = useState<Shift | NewShift | null>(null);
  const query = useQuery({ ...boardQuery(companyId, range), enabled: companyId !== '' });
  const view = useBoardView(query.data, range);
  const place = usePlacement(query.data, view);
  const publish = usePublish();
  const copy = useCopyShifts();
  const print = usePrintedWeek(query.data, view, range);
  const live = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'shifts', filter: live, stale: [queryKeys.schedule] });
  useLiveTable({ table: 'time_off_requests', filter: live, stale: [queryKeys.schedule] });
  useLiveTable({ table: 'shift_swaps', filter: live, stale: [queryKeys.schedule] });
  const board = query.data;
  const projectId = params.get('project');
  const mode =
    params.get('view') === 'report' || params.get('view') === 'today' ? 'report' : 'plan';
  const drafts = (board?.shifts ?? []).filter(({ status }) => status === 'draft').length;
  const openShift = (id: string) => {
    const shift = board?.shifts.find((candidate) => candidate.id === id);
    if (shift) setOpened(shift);
  };
  const back = span === 'day' ? 1 : 7;
  const freeDay = days.includes(today) ? today : range.start;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <Button asChild>
              <Link to="/scheduling/time-off">
                <CalendarOff aria-hidden="true" />
                {t('timeOff')}
              </Link>
            </Button>
            <Button busy={print.isPending} disabled={!board} onClick={() => print.mutate()}>
              <Printer aria-hidden="true" />
              {t('print')}
            </Button>
            {view.mayPlan && (
              <>
                <Button
                  busy={copy.isPending}
                  onClick={() =>
                    copy.mutate({
                      from: addDays(range.start, -back),
                      to: range.start,
                      days: back,
                    })
                  }
                >
                  <Copy aria-hidden="true" />
                  {t(span === 'day' ? 'copyYesterday' : 'copyLastWeek')}
                </Button>
                <Button
                  variant="primary"
                  busy={publish.isPending}
                  disabled={drafts === 0}
                  onClick={() => publish.mutate(range)}
                >
                  <Send aria-hidden="true" />
                  {drafts === 0 ? t('nothingToPublish') : t('publish', { count: drafts })}
                </Button>
              </>
            )}
          </>
        }
      />
      <div className="mb-4 flex flex-wrap items-center gap-2" data-print="hide">
        <div className="flex items-center gap-1">
          <Button size="icon" aria-label={t('previous')} onClick={() => dates.go(-1)}>
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button onClick={dates.goToday}>
            {range.start === range.end
              ? view.format.weekdayDate(range.start)
              : view.format.dateRange(range.start, range.end)}
          </Button>
          <Button size="icon" aria-label={t('next')} onClick={() => dates.go(1)}>
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
        {!isMobile && (
          <Select
            size="compact"
            aria-label={t('range')}
            value={span}
            onValueChange={dates.choose}
            options={SPANS.map((value) => ({ value, label: t(value) }))}
          />
        )}
        <Select
          size="compact"
          aria-label={t('view.label')}
          value={mode}
          onValueChange={(next) => change('view', next === 'plan' ? null : next)}
          options={[
            { value: 'plan' as const, label: t('view.plan') },
            { value: 'report' as const, label: t('view.report') },
          ]}
        />
        {mode === 'plan' && (
          <ProjectPicker
            size="compact"
            aria-label={t('form.project')}
            value={projectId}
            onValueChange={(next) => change('project', next)}
            placeholder={t('allProjects')}
            clearLabel={t('allProjects')}
          />
        )}
        {view.mayPlan && mode === 'plan' && (
          <Button className="ml-auto" onClick={() => setOpened({ who: null, day: freeDay })}>
            <Plus aria-hidden="true" />
            {t('addShift')}
          </Button>
        )}
      </div>
      {mode === 'report' ? (
        <PlanAndActual range={range} />
      ) : (
        <Loaded
          query={query}
          framed
          skeleton={
            <Card>
              <TableSkeleton />
            </Card>
          }
        >
          {board &&
            (board.people.length === 0 ? (
              <Card>
                <EmptyState icon={Users} title={t('board.empty')} text={t('board.emptyText')} />
              </Card>
            ) : (
              <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_256px]">
                {isMobile ? (
                  <DayList
                    board={board}
                    view={view}
                    day={range.start}
                    projectId={projectId}
                    onOpen={setOpened}
                  />
                ) : (
                  <BoardTable
                    board={board}
                    view={view}
                    days={days}
                    today={today}
                    projectId={projectId}
                    onOpen={({ shift }) => view.mayPlan && setOpened(shift)}
                    onAdd={(row, day) => setOpened({ who: whoIn(row), day })}
                    onPlace={place}
                  />
                )}
                {view.mayPlan && (
                  <SidePanel
                    board={board}
                    view={view}
                    day={freeDay}
                    onOpenShift={openShift}
                    onPlan={({ id }) => setOpened({ who: `person:${id}`, day: freeDay })}
                  />
                )}
              </div>
            ))}
        </Loaded>
      )}
      {opened && board && (
        <Suspense>
          <ShiftDialog
            key={'id' in opened ? opened.id : 'new'}
            board={board}
            view={view}
            shift={opened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
}
