import { DateInput } from '@/components/shared/date-input';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { FieldFilter } from '@/entities/custom-field/field-filter';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import {
  MEASURES,
  REPORT_PERIODS,
  ROWS,
  type RowName,
  SPANS,
} from '@/features/activity-reports/definition';
import type { Report } from '@/features/activity-reports/use-report';
import { useTranslation } from '@/lib/use-translation';

const NONE = 'none';

/** One sentence: show hours by project, then cost code, across weeks, from then to then. */
export function ReportBar({ report }: { report: Report }) {
  const { t } = useTranslation('activity-reports');
  const privileged = useIsPrivileged();
  const hasClasses = useViewer().public_work === true;
  const hasPhases = useProjectOptions().data?.some(({ above }) => above) ?? false;
  const { definition, change } = report;
  const { by, second, across, measure, also, period, project, employee } = definition;
  // What time cost is not known by the answers to its fields.
  const byAnswers = [by, second, definition.field?.row].some((row) =>
    row?.startsWith('entry_field:'),
  );
  const measures = (privileged ? MEASURES : (['hours', 'entries'] as const)).filter(
    (value) => !byAnswers || (value !== 'cost' && value !== 'quantity'),
  );
  const rows: readonly RowName[] = [...ROWS, ...SPANS].filter(
    (row) =>
      (privileged || row !== 'employee') &&
      (hasClasses || row !== 'classification' || row === by || row === second) &&
      (hasPhases || row !== 'top_project' || row === by || row === second),
  );
  const { fields, rowName } = report;
  const offered = [...rows, ...fields.map(({ row }) => row)];
  const word = 'text-muted text-sm';
  return (
    <Card className="flex flex-wrap items-center gap-x-2 gap-y-3 p-4">
      <span className={word}>{t('bar.show')}</span>
      <Select
        size="compact"
        aria-label={t('bar.measure')}
        value={measure}
        onValueChange={(value) =>
          change({ measure: value, also: also.filter((name) => name !== value) })
        }
        options={measures.map((value) => ({ value, label: t(`measure.${value}`) }))}
      />
      <span className={word}>{t('bar.and')}</span>
      <Select
        size="compact"
        aria-label={t('bar.also')}
        value={also[0] ?? NONE}
        onValueChange={(value) => change({ also: value === NONE ? [] : [value] })}
        options={[
          { value: NONE, label: t('bar.nothing') },
          ...measures
            .filter((value) => value !== measure)
            .map((value) => ({ value, label: t(`measure.${value}`) })),
        ]}
      />
      <span className={word}>{t('bar.by')}</span>
      <Select
        size="compact"
        aria-label={t('bar.rows')}
        value={by}
        onValueChange={(value) =>
          change({
            by: value,
            second: second === value ? null : second,
            across: across === value ? null : across,
          })
        }
        options={offered.map((value) => ({ value, label: rowName(value) }))}
      />
      <span className={word}>{t('bar.then')}</span>
      <Select
        size="compact"
        aria-label={t('bar.secondRows')}
        value={second ?? NONE}
        onValueChange={(value) => change({ second: value === NONE ? null : value })}
        options={[
          { value: NONE, label: t('bar.nothing') },
          ...offered
            .filter((value) => value !== by && value !== across)
            .map((value) => ({ value, label: rowName(value) })),
        ]}
      />
      <span className={word}>{t('bar.across')}</span>
      <Select
        size="compact"
        aria-label={t('bar.columns')}
        value={across ?? NONE}
        onValueChange={(value) => change({ across: value === NONE ? null : value })}
        options={[
          { value: NONE, label: t('bar.nothing') },
          ...SPANS.filter((value) => value !== by && value !== second).map((value) => ({
            value,
            label: t(`row.${value}`),
          })),
        ]}
      />
      <span className={word}>{t('bar.from')}</span>
      <Select
        size="compact"
        aria-label={t('bar.period')}
        value={period}
        onValueChange={(value) =>
          change({ period: value, custom: value === 'custom' ? report.range : null })
        }
        options={REPORT_PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
      />
      {period === 'custom' && <CustomDays report={report} />}
      <ProjectPicker
        size="compact"
        include="all"
        aria-label={t('bar.project')}
        placeholder={t('bar.allProjects')}
        clearLabel={t('bar.allProjects')}
        value={project}
        onValueChange={(value) => change({ project: value })}
      />
      {privileged && (
        <EmployeePicker
          size="compact"
          include="all"
          aria-label={t('bar.employee')}
          placeholder={t('bar.allPeople')}
          clearLabel={t('bar.allPeople')}
          value={employee}
          onValueChange={(value) => change({ employee: value })}
        />
      )}
      <ClassificationPart
        part="filter"
        projectId={project}
        value={definition.classification}
        onValueChange={(value) => change({ classification: value })}
      />
      {fields.length > 0 && (
        <FieldFilter
          fields={fields}
          value={definition.field}
          onValueChange={(field) => change({ field })}
          label={t('bar.field')}
          noneLabel={t('bar.allFields')}
        />
      )}
    </Card>
  );
}

/** A day that cannot be read, or an end before the start, changes nothing until it can. */
function CustomDays({ report: { range, change } }: { report: Report }) {
  const { t } = useTranslation('activity-reports');
  const set = (start: string | null, end: string | null): void => {
    if (!start || !end || start === 'invalid' || end === 'invalid' || start > end) return;
    change({ custom: { start, end } });
  };
  return (
    <>
      <DateInput
        aria-label={t('bar.firstDay')}
        value={range.start}
        onValueChange={(start) => set(start, range.end)}
      />
      <DateInput
        aria-label={t('bar.lastDay')}
        value={range.end}
        onValueChange={(end) => set(range.start, end)}
      />
    </>
  );
}
