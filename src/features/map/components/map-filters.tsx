import { DateInput } from '@/components/shared/date-input';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { ProjectFilter } from '@/entities/project/project-filter';
import type { MapFilters } from '@/features/map/use-map-filters';
import { useTranslation } from '@/lib/use-translation';

/** Project for everyone; person and day for those who may see others. */
export function MapFilterBar({ filters, leads }: { filters: MapFilters; leads: boolean }) {
  const { t } = useTranslation(['map', 'common']);
  const { projectId, personId, day, today, change } = filters;
  return (
    <div data-print="hide" className="mb-4 grid gap-2 sm:grid-cols-3">
      <ProjectFilter
        value={projectId}
        onValueChange={(id) => change('project', id)}
        clearLabel={t('filter.allProjects')}
        placeholder={t('filter.allProjects')}
        aria-label={t('common:project.label')}
      />
      {leads && (
        <>
          <EmployeePicker
            value={personId}
            onValueChange={(id) => change('person', id)}
            clearLabel={t('filter.everyone')}
            placeholder={t('filter.everyone')}
            aria-label={t('filter.person')}
          />
          <DateInput
            value={day}
            max={today}
            aria-label={t('filter.day')}
            onValueChange={(picked) =>
              picked !== 'invalid' && change('day', picked === today ? null : picked)
            }
          />
        </>
      )}
    </div>
  );
}
