import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import {
  CLOCK_IN_RULES,
  type ClockInRule,
  type ClockInRuleKind,
  clockInRulesQuery,
} from '@/entities/clock-rule/clock-in-rules-query';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useProjectOptions } from '@/entities/project/projects-query';
import type { ViewerCompany } from '@/entities/viewer/viewer';
import { useRemoveClockInRule, useSaveClockInRule } from '@/features/settings/api/clock-rules';
import { useSaveCompany } from '@/features/settings/api/company';
import { SettingsCard } from '@/features/settings/components/settings-card';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** A value set through the API is offered too. */
const minutesOffered = (usual: readonly number[], current: number): number[] =>
  [...new Set([...usual, current])].sort((a, b) => a - b);

interface ScheduleRulesProps {
  company: ViewerCompany;
  disabled: boolean;
}

/** What the schedule means for the clock: who counts as late, and clocking in before the shift. */
export function ScheduleRulesCard({ company, disabled }: ScheduleRulesProps) {
  const { t } = useTranslation('settings');
  const { mutate: saveCompany, error } = useSaveCompany();
  const { data: rules = [] } = useQuery(clockInRulesQuery(company.id));
  const save = useSaveClockInRule(company.id);
  const general = rules.find(({ project_id, employee_id }) => !project_id && !employee_id);
  const rule = general?.rule ?? 'allowed';
  const grace = general?.grace_minutes ?? 5;
  const problem = error ?? save.error;
  const minutes = (values: number[]) =>
    values.map((value) => ({
      value: String(value),
      label: t('schedule.minutes', { count: value }),
    }));
  return (
    <SettingsCard title={t('schedule.title')} text={t('schedule.text')}>
      {problem && (
        <Notice className="mb-4" tone="danger">
          {errorText(problem)}
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('schedule.late')} hint={t('schedule.lateHint')}>
          <Select
            value={String(company.late_after_minutes)}
            onValueChange={(value) => saveCompany({ late_after_minutes: Number(value) })}
            options={minutes(minutesOffered([5, 10, 15, 30, 60], company.late_after_minutes))}
            disabled={disabled}
          />
        </Field>
        <Field label={t('schedule.early')} hint={t(`schedule.hint.${rule}`)}>
          <Select
            value={rule}
            onValueChange={(next) => save.mutate({ rule: next, grace, opened: general })}
            options={CLOCK_IN_RULES.map((value) => ({
              value,
              label: t(`schedule.rule.${value}`),
            }))}
            disabled={disabled}
          />
        </Field>
        {rule !== 'allowed' && (
          <Field label={t('schedule.grace')} hint={t('schedule.graceHint')}>
            <Select
              value={String(grace)}
              onValueChange={(value) =>
                save.mutate({ rule, grace: Number(value), opened: general })
              }
              options={minutes(minutesOffered([0, 5, 10, 15, 30], grace))}
              disabled={disabled}
            />
          </Field>
        )}
      </div>
      <Exceptions companyId={company.id} rules={rules} disabled={disabled} />
    </SettingsCard>
  );
}

interface ExceptionsProps {
  companyId: string;
  rules: readonly ClockInRule[];
  disabled: boolean;
}

/** Projects and people for whom something else holds. */
function Exceptions({ companyId, rules, disabled }: ExceptionsProps) {
  const { t } = useTranslation(['settings', 'common']);
  const { data: projects = [] } = useProjectOptions();
  const { data: people = [] } = useEmployeeOptions();
  const save = useSaveClockInRule(companyId);
  const remove = useRemoveClockInRule(companyId);
  const [rule, setRule] = useState<ClockInRuleKind>('ask_reason');
  const nameOf = ({ project_id, employee_id }: ClockInRule): string => {
    const person = people.find(({ id }) => id === employee_id);
    if (person) return employeeName(person);
    return projects.find(({ id }) => id === project_id)?.name ?? t('common:project.unknown');
  };
  const exceptions = rules.filter(({ project_id, employee_id }) => project_id || employee_id);
  const failed = save.error ?? remove.error;
  return (
    <div className="mt-4 grid gap-3 border-t pt-4">
      <h3 className="font-[620] text-sm">{t('schedule.exceptions')}</h3>
      {failed && <Notice tone="danger">{errorText(failed)}</Notice>}
      <ul className="divide-y text-sm empty:hidden">
        {exceptions.map((exception) => (
          <li key={exception.id} className="flex items-center gap-3 py-1">
            <span className="min-w-0 flex-1">
              {nameOf(exception)}: {t(`schedule.rule.${exception.rule}`)}
            </span>
            <Button
              variant="ghost"
              size="icon"
              disabled={disabled}
              aria-label={t('schedule.remove', { name: nameOf(exception) })}
              onClick={() => remove.mutate(exception.id)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label={t('schedule.early')}>
          <Select
            value={rule}
            onValueChange={setRule}
            options={CLOCK_IN_RULES.map((value) => ({ value, label: t(`schedule.rule.${value}`) }))}
            disabled={disabled}
          />
        </Field>
        <Field label={t('schedule.forProject')}>
          <ProjectPicker
            value={null}
            disabled={disabled}
            onValueChange={(projectId) =>
              projectId &&
              save.mutate({
                rule,
                projectId,
                grace: 5,
                opened: exceptions.find((one) => one.project_id === projectId && !one.employee_id),
              })
            }
          />
        </Field>
        <Field label={t('schedule.forPerson')}>
          <EmployeePicker
            value={null}
            disabled={disabled}
            onValueChange={(employeeId) =>
              employeeId &&
              save.mutate({
                rule,
                employeeId,
                grace: 5,
                opened: exceptions.find((one) => one.employee_id === employeeId && !one.project_id),
              })
            }
          />
        </Field>
      </div>
    </div>
  );
}
