import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { ProjectFilter } from '@/entities/project/project-filter';
import { type BoardDates, SPANS } from '@/features/scheduling/use-board-dates';
import type { BoardFilters } from '@/features/scheduling/use-board-filters';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { useIsMobile } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

interface BoardToolbarProps {
  view: BoardView;
  dates: BoardDates;
  filters: BoardFilters;
  /** Missing while there is nobody to plan. */
  onAdd: (() => void) | undefined;
}

function periodOf({ range, span, planDay }: BoardDates, { format }: BoardView): string {
  if (span === 'month') return format.month(planDay);
  return span === 'day'
    ? format.weekdayDate(range.start)
    : format.dateRange(range.start, range.end);
}

/** Which days, plan or report, whose project. */
export function BoardToolbar({ view, dates, filters, onAdd }: BoardToolbarProps) {
  const { t } = useTranslation('scheduling');
  const isMobile = useIsMobile();
  const { span } = dates;
  const { mode, projectId } = filters;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2" data-print="hide">
      <div className="flex items-center gap-1">
        <Button size="icon" aria-label={t('previous')} onClick={() => dates.go(-1)}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button onClick={dates.goToday}>{periodOf(dates, view)}</Button>
        <Button size="icon" aria-label={t('next')} onClick={() => dates.go(1)}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      <Select
        size="compact"
        aria-label={t('range')}
        value={span}
        onValueChange={dates.choose}
        options={(isMobile ? (['week', 'month'] as const) : SPANS).map((value) => ({
          value,
          label: t(value),
        }))}
      />
      <Select
        size="compact"
        aria-label={t('view.label')}
        value={mode}
        onValueChange={filters.chooseMode}
        options={[
          { value: 'plan' as const, label: t('view.plan') },
          { value: 'report' as const, label: t('view.report') },
          ...(view.mayPlan ? [{ value: 'demand' as const, label: t('view.demand') }] : []),
        ]}
      />
      {mode !== 'report' && (
        <ProjectFilter
          include="bookable"
          size="compact"
          aria-label={t('form.project')}
          value={projectId}
          onValueChange={filters.chooseProject}
          placeholder={t('allProjects')}
          clearLabel={t('allProjects')}
        />
      )}
      {view.mayPlan && mode === 'plan' && (
        <Button className="ml-auto" disabled={!onAdd} onClick={onAdd}>
          <Plus aria-hidden="true" />
          {t('addShift')}
        </Button>
      )}
    </div>
  );
}
