import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { PRESETS, type Preset, presetOf } from '@/entities/company/overtime-presets';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useRemoveOvertimePolicy, useSetOvertimePolicy } from '@/features/settings/api/company';
import { exceptionsQuery, type OvertimeException } from '@/features/settings/api/overtime';
import { overruledFor, scopeOf, winnersFirst } from '@/features/settings/overtime-order';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SCOPES = ['project', 'employee', 'both'] as const;
type Scope = (typeof SCOPES)[number];

function ExceptionForm({ today }: { today: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const set = useSetOvertimePolicy();
  const form = useForm({
    initial: {
      scope: 'project' as Scope,
      project: null as string | null,
      employee: null as string | null,
      preset: 'FLSA' as Preset,
      from: today as DateInputValue,
    },
    read: ({ scope, project, employee, preset, from }, wrong) => {
      const missing = t('exceptions.targetMissing');
      return {
        preset,
        from: isDate(from) ? from : wrong('from', t('required.date')),
        ...(scope !== 'employee' && { projectId: project ?? wrong('project', missing) }),
        ...(scope !== 'project' && { employeeId: employee ?? wrong('employee', missing) }),
      };
    },
    submit: (policy) => set.mutateAsync(policy),
    done: () => form.reset({ project: null, employee: null }),
  });
  const { scope, preset } = form.values;
  return (
    <Form
      form={form}
      aria-label={t('exceptions.add')}
      className="grid gap-3 rounded-card border bg-sunken p-4 sm:grid-cols-2"
    >
      <Field
        label={t('exceptions.scope')}
        hint={scope === 'employee' ? undefined : t('exceptions.dailyOnly')}
        className={scope === 'both' ? 'col-span-full' : ''}
      >
        <Select
          {...form.value('scope')}
          options={SCOPES.map((value) => ({ value, label: t(`exceptions.${value}`) }))}
        />
      </Field>
      {scope !== 'project' && (
        <Field label={t('exceptions.employee')}>
          <EmployeePicker {...form.value('employee')} />
        </Field>
      )}
      {scope !== 'employee' && (
        <Field label={t('exceptions.project')}>
          <ProjectPicker {...form.value('project')} />
        </Field>
      )}
      <Field label={t('overtime.preset')} hint={t(`overtime.hint.${preset}`)}>
        <Select
          {...form.value('preset')}
          options={PRESETS.map((value) => ({ value, label: t(`common:overtimePreset.${value}`) }))}
        />
      </Field>
      <Field label={t('overtime.from')}>
        <DateInput {...form.value('from')} />
      </Field>
      <div className="col-span-full flex justify-end">
        <Button type="submit" busy={form.busy}>
          {t('exceptions.add')}
        </Button>
      </div>
    </Form>
  );
}

/** Rules of a person, a project or both, those that win first, each with what it wins over. */
export function OvertimeExceptions({ companyId, today }: { companyId: string; today: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const format = useFormat();
  const { data: exceptions = [] } = useQuery(exceptionsQuery(companyId));
  const { data: projects = [] } = useProjectOptions();
  const { data: people = [] } = useEmployeeOptions();
  const remove = useRemoveOvertimePolicy();
  const projectName = (wanted: string): string =>
    projects.find(({ id }) => id === wanted)?.name ?? t('common:project.unknown');
  const personName = (wanted: string): string => {
    const person = people.find(({ id }) => id === wanted);
    return person ? employeeName(person) : t('exceptions.formerEmployee');
  };
  const nameOf = ({ project_id, employee_id }: OvertimeException): string => {
    if (employee_id && project_id)
      return t('exceptions.bothNames', {
        person: personName(employee_id),
        project: projectName(project_id),
      });
    return employee_id ? personName(employee_id) : projectName(project_id ?? '');
  };
  const winsOver = (rule: OvertimeException): string => {
    const scope = scopeOf(rule);
    if (scope === 'both') return t('exceptions.wins.both');
    const names = format.list(
      overruledFor(rule, exceptions, today).map(scope === 'project' ? personName : projectName),
    );
    return names ? t(`exceptions.wins.${scope}Except`, { names }) : t(`exceptions.wins.${scope}`);
  };
  const wordsOf = (exception: OvertimeException): string => {
    const preset = presetOf(exception.preset);
    return t('exceptions.line', {
      name: nameOf(exception),
      preset: preset ? t(`common:overtimePreset.${preset}`) : t('overtime.custom'),
      date: format.date(exception.effective_from),
    });
  };
  return (
    <SettingsCard title={t('exceptions.title')} text={t('exceptions.text')}>
      <ul className="mb-4 divide-y empty:hidden">
        {winnersFirst(exceptions).map((exception) => (
          <li key={exception.id} className="flex items-center gap-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1">
              {wordsOf(exception)}
              <span className="block text-muted-foreground text-xs">{winsOver(exception)}</span>
            </span>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('exceptions.remove', { rule: wordsOf(exception) })}
              busy={remove.isPending && remove.variables === exception.id}
              onClick={() => remove.mutate(exception.id)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <ExceptionForm today={today} />
    </SettingsCard>
  );
}
