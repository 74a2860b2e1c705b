import { SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { DateInput } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { ProjectFilter } from '@/entities/project/project-filter';
import { useSeesOthersTime, useViewer } from '@/entities/viewer/use-viewer';
import type { ListState } from '@/features/time-tracker/list/use-list-state';
import { useIsMobile } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

/** Only in the Custom Range tab: two dates, both inclusive. */
function CustomRange({ state }: { state: ListState }) {
  const { t } = useTranslation('time-tracker');
  const set = (from: string, to: string) => state.change({ period: 'custom', from, to });
  return (
    <div className="flex items-center gap-2">
      <DateInput
        aria-label={t('filter.from')}
        value={state.days.start}
        className="w-40 max-sm:min-w-0 max-sm:flex-1"
        onValueChange={(date) => date && date !== 'invalid' && set(date, state.days.end)}
      />
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <DateInput
        aria-label={t('filter.to')}
        value={state.days.end}
        className="w-40 max-sm:min-w-0 max-sm:flex-1"
        onValueChange={(date) => date && date !== 'invalid' && set(state.days.start, date)}
      />
    </div>
  );
}

function FilterFields({ state }: { state: ListState }) {
  const { t } = useTranslation(['time-tracker', 'common']);
  const privileged = useSeesOthersTime();
  const hasClasses = useViewer().public_work === true;
  const { filter, change } = state;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {privileged && (
        <EmployeePicker
          size="compact"
          include="all"
          aria-label={t('common:employee.label')}
          placeholder={t('common:employee.all')}
          clearLabel={t('common:employee.all')}
          value={filter.employeeId}
          onValueChange={(employee) => change({ employee })}
          className="w-auto! max-w-52 max-sm:w-full! max-sm:max-w-none"
        />
      )}
      <ProjectFilter
        size="compact"
        aria-label={t('common:project.label')}
        placeholder={t('common:project.all')}
        clearLabel={t('common:project.all')}
        value={filter.projectId}
        onValueChange={(project) => change({ project })}
        className="w-auto! max-w-52 max-sm:w-full! max-sm:max-w-none"
      />
      <CostCodePicker
        size="compact"
        projectId={null}
        aria-label={t('common:costCode.label')}
        placeholder={t('common:costCode.all')}
        clearLabel={t('common:costCode.all')}
        value={filter.costCodeId}
        onValueChange={(code) => change({ code })}
        className="w-auto! max-w-52 max-sm:w-full! max-sm:max-w-none"
      />
      <ClassificationPart
        part="filter"
        projectId={filter.projectId}
        value={filter.classificationId}
        onValueChange={(id) => change({ class: id })}
        className="w-auto! max-w-52 max-sm:w-full! max-sm:max-w-none"
      />
      <Select
        size="compact"
        aria-label={t('filter.status')}
        value={filter.status ?? 'all'}
        onValueChange={(status) => change({ status: status === 'all' ? null : status })}
        options={[
          { value: 'all', label: t('filter.allStatuses') },
          { value: 'active', label: t('filter.active') },
          { value: 'completed', label: t('filter.completed') },
        ]}
        className="w-auto! max-sm:flex-1"
      />
      <Select
        size="compact"
        aria-label={t('filter.group')}
        value={filter.groupBy ?? 'none'}
        onValueChange={(group) => change({ group: group === 'none' ? null : group })}
        options={[
          { value: 'none', label: t('filter.ungrouped') },
          ...(privileged ? [{ value: 'employee' as const, label: t('filter.byEmployee') }] : []),
          { value: 'project', label: t('filter.byProject') },
          { value: 'day', label: t('filter.byDay') },
          ...(hasClasses ? [{ value: 'classification' as const, label: t('filter.byClass') }] : []),
        ]}
        className="w-auto! max-sm:flex-1"
      />
      {state.fields.tools}
      {state.narrowed && (
        <Button variant="ghost" size="small" onClick={state.clear}>
          <X aria-hidden="true" />
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

/** Folded behind a button on phones, where the list itself must stay in sight. */
export function ListFilters({ state }: { state: ListState }) {
  const { t } = useTranslation('time-tracker');
  const isMobile = useIsMobile();
  const [open, setOpen] = useState(false);
  const set =
    Object.values(state.filter).filter((value) => typeof value === 'string').length +
    (state.filter.custom ? 1 : 0);
  return (
    <div data-print="hide" className="grid grid-cols-1 gap-2 border-b px-5 py-3 max-md:px-4">
      {isMobile && (
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          <SlidersHorizontal aria-hidden="true" />
          {set > 0 ? t('filter.openCount', { count: set }) : t('filter.open')}
        </Button>
      )}
      {state.period === 'custom' && <CustomRange state={state} />}
      {(!isMobile || open) && <FilterFields state={state} />}
    </div>
  );
}
