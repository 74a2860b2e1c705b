import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { boardQuery } from '@/features/scheduling/api/queries';
import type { Board, BoardRow, Piece, Shift } from '@/features/scheduling/board';
import { BoardUndoProvider } from '@/features/scheduling/board-undo';
import { BoardActions } from '@/features/scheduling/components/board-actions';
import { BoardDemand } from '@/features/scheduling/components/board-demand';
import { BoardMonth } from '@/features/scheduling/components/board-month';
import { BoardTable } from '@/features/scheduling/components/board-table';
import { BoardToolbar } from '@/features/scheduling/components/board-toolbar';
import { DayList } from '@/features/scheduling/components/day-list';
import { DayStrip } from '@/features/scheduling/components/day-strip';
import { PlanAndActual } from '@/features/scheduling/components/plan-and-actual';
import { SidePanel } from '@/features/scheduling/components/side-panel';
import type { CrewShift, NewShift } from '@/features/scheduling/shift-draft';
import { type BoardDates, useBoardDates } from '@/features/scheduling/use-board-dates';
import { useBoardFilters } from '@/features/scheduling/use-board-filters';
import { type BoardView, useBoardView } from '@/features/scheduling/use-board-view';
import { usePersonPlacement, usePlacement } from '@/features/scheduling/use-placement';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useIsMobile } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

const ShiftDialog = lateDialog(async () => ({
  default: (await import('@/features/scheduling/components/shift-dialog')).ShiftDialog,
}));

const whoIn = (row: BoardRow): string | null => {
  if (row.kind === 'person') return `person:${row.person.id}`;
  if (row.kind === 'machine') return `machine:${row.machine.id}`;
  return row.kind === 'crew' ? `crew:${row.id}` : null;
};

/** One board of people, crews and machines; a draft until it is published. */
export function BoardScreen() {
  return (
    <BoardUndoProvider>
      <Screen />
    </BoardUndoProvider>
  );
}

function Screen() {
  const { t } = useTranslation('scheduling');
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  const dates = useBoardDates();
  const filters = useBoardFilters();
  const { range, planDay } = dates;
  const isMobile = useIsMobile();
  const [params, changeAddress] = useAddressParams();
  const [chosen, setOpened] = useState<Shift | CrewShift | NewShift | null>(null);
  const query = useQuery({ ...boardQuery(companyId, range), enabled: companyId !== '' });
  const board = query.data;
  const view = useBoardView(board, range);
  const asksForNew = view.mayPlan && params.get('dialog') === 'new-shift';
  const opened = chosen ?? (asksForNew ? { who: null, day: planDay } : null);
  const close = () => {
    setOpened(null);
    changeAddress('dialog', null);
  };
  useLiveBoard(companyId);
  const openShift = (id: string) => {
    const shift = board?.shifts.find((candidate) => candidate.id === id);
    if (shift) setOpened(shift);
  };
  return (
    <div data-wide>
      <PageHeader
        title={t('title')}
        actions={<BoardActions board={board} view={view} dates={dates} onOpenShift={openShift} />}
      />
      <BoardToolbar
        view={view}
        dates={dates}
        filters={filters}
        onAdd={board?.people.length ? () => setOpened({ who: null, day: planDay }) : undefined}
      />
      {isMobile && dates.span !== 'month' && <DayStrip board={board} view={view} dates={dates} />}
      {filters.mode === 'report' ? (
        <PlanAndActual range={isMobile ? { start: planDay, end: planDay } : range} />
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
          {board && (
            <Plan
              board={board}
              view={view}
              dates={dates}
              projectId={filters.projectId}
              isDemand={filters.mode === 'demand' && view.mayPlan}
              onOpen={setOpened}
              onOpenShift={openShift}
            />
          )}
        </Loaded>
      )}
      {opened && board && (
        <Suspense>
          <ShiftDialog
            key={'id' in opened ? opened.id : 'new'}
            board={board}
            view={view}
            shift={opened}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

function useLiveBoard(companyId: string): void {
  const filter = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'shifts', filter, stale: [queryKeys.schedule] });
  useLiveTable({ table: 'time_off_requests', filter, stale: [queryKeys.schedule] });
  useLiveTable({ table: 'shift_swaps', filter, stale: [queryKeys.schedule] });
  useLiveTable({ table: 'labor_demands', filter, stale: [queryKeys.schedule] });
}

interface PlanProps {
  board: Board;
  view: BoardView;
  dates: BoardDates;
  projectId: string | null;
  isDemand: boolean;
  onOpen: (shift: Shift | CrewShift | NewShift) => void;
  onOpenShift: (shiftId: string) => void;
}

function Plan({ board, view, dates, projectId, isDemand, onOpen, onOpenShift }: PlanProps) {
  const { t } = useTranslation(['scheduling', 'shell']);
  const isMobile = useIsMobile();
  const place = usePlacement(board, view);
  const placePerson = usePersonPlacement(board, view, (id, day) =>
    onOpen({ who: `person:${id}`, day }),
  );
  const openPiece = ({ shift, ids }: Piece) => {
    if (view.mayPlan) onOpen(ids.length > 1 ? { ...shift, ids } : shift);
  };
  if (board.people.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Users}
          title={t('board.empty')}
          text={t('board.emptyText')}
          action={
            view.mayPlan && (
              <Button asChild>
                <Link to="/employees">{t('shell:nav.employees')}</Link>
              </Button>
            )
          }
        />
      </Card>
    );
  }
  if (isDemand) {
    return (
      <BoardDemand
        board={board}
        view={view}
        dates={dates}
        projectId={projectId}
        onPlan={(id, day) => onOpen({ who: null, day, projectId: id })}
      />
    );
  }
  if (dates.span === 'month') {
    return <BoardMonth board={board} view={view} dates={dates} projectId={projectId} />;
  }
  return (
    <div data-plan className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_256px]">
      {isMobile ? (
        <DayList
          board={board}
          view={view}
          day={dates.planDay}
          projectId={projectId}
          onOpen={openPiece}
        />
      ) : (
        <BoardTable
          board={board}
          view={view}
          days={dates.days}
          today={dates.today}
          projectId={projectId}
          onOpen={openPiece}
          onAdd={(row, day) => onOpen({ who: whoIn(row), day })}
          onPlace={place}
          onPlacePerson={placePerson}
        />
      )}
      {view.mayPlan && (
        <SidePanel
          board={board}
          view={view}
          day={dates.planDay}
          onOpenShift={onOpenShift}
          onPlan={({ id }) => onOpen({ who: `person:${id}`, day: dates.planDay })}
        />
      )}
    </div>
  );
}
