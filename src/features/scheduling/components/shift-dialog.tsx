import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '@/components/shared/combobox';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import {
  type ShiftFields,
  useAddShifts,
  useChangeShift,
  useRemoveShift,
} from '@/features/scheduling/api/writes';
import { type Board, onDate, type Shift } from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { errorWords } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { addDays, instantAt, minuteOfDay, weekDayOf, weekOf } from '@/lib/time';

const REPEATS = ['none', 'daily', 'weekly'] as const;
type Repeat = (typeof REPEATS)[number];
const REPEAT_WORDS = { none: 'repeatNone', daily: 'repeatDaily', weekly: 'repeatWeekly' } as const;
const WEEKS = 4;

/** Where a new shift begins: `person:…`, `crew:…`, `machine:…` or nobody. */
export interface NewShift {
  who: string | null;
  day: IsoDate;
}

export interface ShiftDialogProps {
  board: Board;
  view: BoardView;
  shift: Shift | NewShift;
  onClose: () => void;
}

const isShift = (value: Shift | NewShift): value is Shift => 'starts_at' in value;

const whoOf = (shift: Shift): string | null => {
  if (shift.employee_id) return `person:${shift.employee_id}`;
  return shift.equipment_id ? `machine:${shift.equipment_id}` : null;
};

const repeatDays = (day: IsoDate, repeat: Repeat): IsoDate[] => {
  if (repeat === 'weekly')
    return Array.from({ length: WEEKS }, (_, week) => addDays(day, 7 * week));
  if (repeat === 'none') return [day];
  const { end } = weekOf(day, 0);
  const days: IsoDate[] = [];
  for (let next = day; next <= end; next = addDays(next, 1))
    if (weekDayOf(next) % 6 !== 0 || next === day) days.push(next);
  return days;
};

/** One shift, or those of a whole crew, once or repeated. */
export function ShiftDialog({ board, view, shift, onClose }: ShiftDialogProps) {
  const { t } = useTranslation(['scheduling', 'common']);
  const old = isShift(shift) ? shift : null;
  const oldZone = old ? view.zoneOf(old) : 'UTC';
  const [who, setWho] = useState<string | null>(old ? whoOf(old) : (shift as NewShift).who);
  const [day, setDay] = useState<DateInputValue>(old ? old.work_date : (shift as NewShift).day);
  const [start, setStart] = useState<TimeInputValue>(
    old ? minuteOfDay(old.starts_at, oldZone) : 420,
  );
  const [end, setEnd] = useState<TimeInputValue>(old ? minuteOfDay(old.ends_at, oldZone) : 930);
  const [projectId, setProjectId] = useState(old?.project_id ?? null);
  const [costCodeId, setCostCodeId] = useState(old?.cost_code_id ?? null);
  const [machineId, setMachineId] = useState(old?.equipment_id ?? null);
  const [note, setNote] = useState(old?.note ?? '');
  const [repeat, setRepeat] = useState<Repeat>('none');
  const [tried, setTried] = useState(false);
  const add = useAddShifts(view.companyId);
  const change = useChangeShift(view.companyId);
  const remove = useRemoveShift(view.companyId);
  const failure = add.error ?? change.error;
  const [kind, id = null] = who?.split(':') ?? [];
  const valid =
    typeof start === 'number' &&
    typeof end === 'number' &&
    start !== end &&
    day !== null &&
    day !== 'invalid' &&
    projectId !== null;

  const fieldsOn = (date: IsoDate): ShiftFields => {
    const zone = view.zoneOf({ project_id: projectId });
    const [from, to] = [Number(start), Number(end)];
    return {
      employee_id: kind === 'person' ? id : null,
      crew_id:
        kind === 'person'
          ? (board.people.find((person) => person.id === id)?.crew_id ?? null)
          : null,
      equipment_id: kind === 'machine' ? id : machineId,
      project_id: projectId,
      cost_code_id: costCodeId,
      starts_at: instantAt(date, from, zone),
      ends_at: instantAt(to > from ? date : addDays(date, 1), to, zone),
      note: note.trim() || null,
    };
  };
  const submit = (): void => {
    setTried(true);
    if (!valid) return;
    const first = fieldsOn(day);
    if (old) {
      change.mutate({ id: old.id, ...first, cancelled: false }, { onSuccess: onClose });
      return;
    }
    const zone = view.zoneOf({ project_id: projectId });
    const crew = kind === 'crew' ? board.people.filter(({ crew_id }) => crew_id === id) : null;
    const shifts = repeatDays(day, repeat).flatMap((date) => {
      const fields = { ...first, ...onDate(first, date, zone) };
      return crew
        ? crew.map((person) => ({ ...fields, employee_id: person.id, crew_id: id }))
        : [fields];
    });
    add.mutate(shifts, { onSuccess: onClose });
  };
  const options = [
    ...(old
      ? []
      : board.crews.filter((crew) => board.people.some((p) => p.crew_id === crew.id))
    ).map((crew) => ({ value: `crew:${crew.id}`, text: t('form.crew', { name: crew.name }) })),
    ...board.people.map((person) => ({
      value: `person:${person.id}`,
      text: view.personName(person.id) ?? '',
    })),
    ...board.equipment.map((machine) => ({
      value: `machine:${machine.id}`,
      text: `${machine.number ?? ''} ${machine.name} (${t('form.machineOnly')})`.trim(),
    })),
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t(old ? 'form.edit' : 'form.new')}>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <DialogBody className="grid content-start gap-4 sm:grid-cols-2">
            {failure && (
              <Notice tone="danger" className="sm:col-span-2">
                {errorWords(failure)}
              </Notice>
            )}
            {old?.told && (
              <Notice className="sm:col-span-2">
                {t('form.toldBefore')} {t(old.acknowledged_at ? 'acknowledged' : 'notAcknowledged')}
              </Notice>
            )}
            <Field label={t('form.who')} className="sm:col-span-2">
              <Combobox
                value={who}
                onValueChange={setWho}
                options={options}
                placeholder={t('form.nobody')}
                clearLabel={t('form.nobody')}
              />
            </Field>
            <Field
              label={t('form.project')}
              error={tried && !projectId ? t('form.projectMissing') : undefined}
            >
              <ProjectPicker value={projectId} onValueChange={setProjectId} />
            </Field>
            <Field label={t('form.costCode')} optional={t('common:optional')}>
              <CostCodePicker
                projectId={projectId}
                value={costCodeId}
                onValueChange={setCostCodeId}
              />
            </Field>
            <Field
              label={t('form.date')}
              error={tried && (day === null || day === 'invalid') ? t('form.dateWrong') : undefined}
            >
              <DateInput value={day} onValueChange={setDay} />
            </Field>
            <div className="grid grid-cols-2 gap-3">
              <Field
                label={t('form.start')}
                error={tried && typeof start !== 'number' ? t('form.times') : undefined}
              >
                <TimeInput value={start} onValueChange={setStart} />
              </Field>
              <Field
                label={t('form.end')}
                hint={
                  typeof start === 'number' && typeof end === 'number' && end <= start
                    ? t('form.overnight')
                    : undefined
                }
                error={tried && typeof end !== 'number' ? t('form.times') : undefined}
              >
                <TimeInput value={end} onValueChange={setEnd} />
              </Field>
            </div>
            {kind !== 'machine' && kind !== 'crew' && (
              <Field label={t('form.equipment')} optional={t('common:optional')}>
                <Combobox
                  value={machineId}
                  onValueChange={setMachineId}
                  placeholder={t('form.noEquipment')}
                  clearLabel={t('form.noEquipment')}
                  options={board.equipment.map((machine) => ({
                    value: machine.id,
                    text: `${machine.number ?? ''} ${machine.name}`.trim(),
                  }))}
                />
              </Field>
            )}
            {!old && (
              <Field label={t('form.repeat')}>
                <Select
                  value={repeat}
                  onValueChange={setRepeat}
                  options={REPEATS.map((value) => ({
                    value,
                    label: t(`form.${REPEAT_WORDS[value]}`),
                  }))}
                />
              </Field>
            )}
            <Field label={t('form.note')} optional={t('common:optional')} className="sm:col-span-2">
              <Textarea
                rows={2}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          </DialogBody>
          <DialogFooter>
            {old && !old.cancelled && (
              <Button
                variant="ghost"
                className="mr-auto"
                busy={remove.isPending}
                title={old.told ? t('form.removeTold') : undefined}
                onClick={() => remove.mutate(old, { onSuccess: onClose })}
              >
                {t('form.remove')}
              </Button>
            )}
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={add.isPending || change.isPending}>
              {old?.cancelled ? t('form.keep') : t('common:action.save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
