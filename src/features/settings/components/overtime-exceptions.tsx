import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
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
import { SettingsCard } from '@/features/settings/components/settings-card';
import { errorWords } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';

const SCOPES = ['project', 'employee'] as const;
type Scope = (typeof SCOPES)[number];

function ExceptionForm({ today }: { today: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const [scope, setScope] = useState<Scope>('project');
  const [target, setTarget] = useState<string | null>(null);
  const [preset, setPreset] = useState<Preset>('FLSA');
  const [from, setFrom] = useState<DateInputValue>(today);
  const [tried, setTried] = useState(false);
  const set = useSetOvertimePolicy();
  const date = from === 'invalid' ? null : from;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!target || !date) return;
    const of = scope === 'project' ? { projectId: target } : { employeeId: target };
    set.mutate(
      { preset, from: date, ...of },
      {
        onSuccess: () => {
          setTarget(null);
          setTried(false);
        },
      },
    );
  };
  const Picker = scope === 'project' ? ProjectPicker : EmployeePicker;
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={t('exceptions.add')}
      className="grid gap-3 rounded-card border bg-sunken p-4 sm:grid-cols-2"
    >
      {set.error && (
        <Notice tone="danger" className="col-span-full">
          {errorWords(set.error)}
        </Notice>
      )}
      <Field label={t('exceptions.scope')}>
        <Select
          value={scope}
          onValueChange={(next) => {
            setScope(next);
            setTarget(null);
          }}
          options={SCOPES.map((value) => ({ value, label: t(`exceptions.${value}`) }))}
        />
      </Field>
      <Field
        label={t(`exceptions.${scope}`)}
        error={tried && !target ? t('exceptions.targetMissing') : undefined}
      >
        <Picker value={target} onValueChange={setTarget} />
      </Field>
      <Field label={t('overtime.preset')} hint={t(`overtime.hint.${preset}`)}>
        <Select
          value={preset}
          onValueChange={setPreset}
          options={PRESETS.map((value) => ({ value, label: t(`common:overtimePreset.${value}`) }))}
        />
      </Field>
      <Field label={t('overtime.from')} error={tried && !date ? t('required.date') : undefined}>
        <DateInput value={from} onValueChange={setFrom} />
      </Field>
      <div className="col-span-full flex justify-end">
        <Button type="submit" busy={set.isPending}>
          {t('exceptions.add')}
        </Button>
      </div>
    </form>
  );
}

/** Rules of one project (its days) or one person, where they differ from the company's. */
export function OvertimeExceptions({ companyId, today }: { companyId: string; today: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const format = useFormat();
  const { data: exceptions = [] } = useQuery(exceptionsQuery(companyId));
  const { data: projects = [] } = useProjectOptions();
  const { data: people = [] } = useEmployeeOptions();
  const remove = useRemoveOvertimePolicy();
  const nameOf = ({ project_id, employee_id }: OvertimeException): string => {
    const person = people.find(({ id }) => id === employee_id);
    if (person) return employeeName(person);
    return projects.find(({ id }) => id === project_id)?.name ?? t('common:project.unknown');
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
        {exceptions.map((exception) => (
          <li key={exception.id} className="flex items-center gap-3 py-1.5 text-sm">
            <span className="min-w-0 flex-1">{wordsOf(exception)}</span>
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
