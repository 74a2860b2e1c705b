import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { numberOf } from '@/entities/equipment/meter';
import { ProjectPicker } from '@/entities/project/project-picker';
import type { Machine } from '@/features/equipment/api/queries';
import { useSaveDay } from '@/features/equipment/api/save-day';
import { errorWords } from '@/lib/errors';

const KINDS = ['working', 'idle', 'down'] as const;

/** Hours without an operator: working, idle or down. */
export function DayForm({
  companyId,
  machine,
  today,
}: {
  companyId: string;
  machine: Machine;
  today: string;
}) {
  const { t } = useTranslation(['equipment', 'common']);
  const save = useSaveDay(companyId);
  const [date, setDate] = useState<DateInputValue>(today);
  const [projectId, setProjectId] = useState(machine.projectId);
  const [hours, setHours] = useState({ working: '', idle: '', down: '' });
  const minutes = KINDS.map((kind) => Math.round((numberOf(hours[kind]) ?? 0) * 60));
  const [working = 0, idle = 0, down = 0] = minutes;
  const total = working + idle + down;
  const whole = date !== null && date !== 'invalid' && minutes.every((value) => value >= 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!whole) return;
    save.mutate(
      {
        equipment_id: machine.id,
        work_date: date,
        project_id: projectId,
        working_minutes: working,
        idle_minutes: idle,
        down_minutes: down,
      },
      { onSuccess: () => setHours({ working: '', idle: '', down: '' }) },
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-3 sm:grid-cols-2" noValidate>
      <p className="text-muted text-sm sm:col-span-2">{t('day.text')}</p>
      <Field label={t('day.date')}>
        <DateInput value={date} onValueChange={setDate} />
      </Field>
      <Field label={t('common:project.label')}>
        <ProjectPicker value={projectId} onValueChange={setProjectId} />
      </Field>
      <div className="grid grid-cols-3 gap-2 sm:col-span-2">
        {KINDS.map((kind) => (
          <Field key={kind} label={t(`day.${kind}`)}>
            <Input
              value={hours[kind]}
              inputMode="decimal"
              placeholder="0"
              onChange={(event) => setHours({ ...hours, [kind]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      {save.error && (
        <Notice tone="danger" className="sm:col-span-2">
          {errorWords(save.error)}
        </Notice>
      )}
      <Button
        type="submit"
        className="justify-self-start"
        busy={save.isPending}
        disabled={!whole || !(total >= 1 && total <= 1440)}
      >
        {t('day.save')}
      </Button>
    </form>
  );
}
