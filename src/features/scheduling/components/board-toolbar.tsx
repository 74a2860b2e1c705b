import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { ProjectPicker } from '@/entities/project/project-picker';
import { type BoardDates, SPANS } from '@/features/scheduling/use-board-dates';
import type { BoardFilters } from '@/features/scheduling/use-board-filters';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { useIsMobile } from '@/lib/use-media-query';

interface BoardToolbarProps {
  view: BoardView;
  dates: BoardDates;
  filters: BoardFilters;
  /** Missing while there is nobody to plan. */
  onAdd: (() => void) | undefined;
}

/** Which days, plan or report, whose project. */
export function BoardToolbar({ view, dates, filters, onAdd }: BoardToolbarProps) {
  const { t } = useTranslation('scheduling');
  const isMobile = useIsMobile();
  const { range, span } = dates;
  const { mode, projectId } = filters;
  return (
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
        onValueChange={filters.chooseMode}
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
