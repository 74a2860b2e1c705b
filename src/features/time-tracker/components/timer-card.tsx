import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { ClockHint } from '@/entities/clock-rule/clock-hint';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { useHasCostCodes } from '@/entities/cost-code/use-cost-code-required';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { useHasMachines } from '@/entities/equipment/use-has-machines';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { LiveClock } from '@/entities/running-entry/live-clock';
import { openBreak } from '@/entities/running-entry/running-entry';
import { useClockIn } from '@/entities/running-entry/use-clock-in';
import { useClockOut } from '@/entities/running-entry/use-clock-out';
import { useTimerFields } from '@/entities/running-entry/use-timer-fields';
import { useUpdateNotes } from '@/entities/running-entry/use-update-notes';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { cn } from '@/lib/class-names';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** Start and stop: the heart of the product. The clock counts from the stored start. */
export function TimerCard() {
  const { t } = useTranslation(['time-tracker', 'common']);
  const employee = useEmployee();
  const fields = useTimerFields();
  const { running } = fields;
  const clockIn = useClockIn();
  const clockOut = useClockOut();
  const updateNotes = useUpdateNotes();
  const clock = useSiteClock(running?.project_id);
  const pause = openBreak(running);
  const hasMachines = useHasMachines();
  const hasCostCodes = useHasCostCodes();
  // The code on a machine's label opens this screen with the machine chosen.
  const [machineId, setMachineId] = useState(() =>
    new URLSearchParams(window.location.search).get('machine'),
  );

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (running) {
      clockOut.mutate(running.id);
      return;
    }
    if (!employee) {
      toast.error(t('noEmployee.title'), { description: t('noEmployee.text') });
      return;
    }
    clockIn.start({
      projectId: fields.projectId,
      costCodeId: fields.costCodeId,
      classificationId: fields.classificationId,
      equipmentId: machineId,
      notes: fields.notes.trim(),
    });
  };
  const saveNotes = (): void => {
    const notes = fields.notes.trim();
    if (!running || !employee || notes === (running.notes ?? '')) return;
    updateNotes.mutate({
      companyId: employee.company_id,
      entryId: running.id,
      notes,
      before: running.notes,
    });
  };

  return (
    <Card aria-label={t('timer.title')} data-print="hide" className="mb-4 px-5 py-5 max-md:px-4">
      <form
        onSubmit={submit}
        className={cn(
          'grid items-end gap-4 md:grid-cols-2',
          hasMachines && !running
            ? 'xl:grid-cols-[1fr_1fr_1fr_1fr_auto_auto]'
            : 'xl:grid-cols-[1fr_1fr_1.35fr_auto_auto]',
        )}
      >
        <Field label={t('common:project.label')}>
          <ProjectPicker
            value={fields.projectId}
            onValueChange={fields.chooseProject}
            disabled={running !== null}
          />
        </Field>
        {(hasCostCodes || fields.costCodeId) && (
          <Field label={t('common:costCode.label')}>
            <CostCodePicker
              projectId={fields.projectId}
              value={fields.costCodeId}
              onValueChange={fields.chooseCostCode}
              disabled={running !== null}
            />
          </Field>
        )}
        <ClassificationPart
          part="field"
          className="md:col-span-2 xl:order-2"
          projectId={fields.projectId}
          costCodeId={fields.costCodeId}
          value={fields.classificationId}
          onValueChange={(next) => fields.chooseWork({ ...fields, classificationId: next })}
          disabled={running !== null}
        />
        {hasMachines && !running && (
          <Field label={t('common:equipment.label')} className="md:max-xl:col-span-2">
            <EquipmentPicker value={machineId} onValueChange={setMachineId} />
          </Field>
        )}
        <Field label={t('timer.notes')} className="md:max-xl:col-span-2">
          <Input
            value={fields.notes}
            maxLength={2000}
            placeholder={t('timer.notes')}
            onChange={(event) => fields.setNotes(event.target.value)}
            onBlur={saveNotes}
          />
        </Field>
        <div className="flex items-center justify-between gap-4 md:max-xl:col-span-2 md:max-xl:justify-end xl:contents">
          <div className="xl:text-right">
            <p className="h-4.5 text-muted text-xs">
              {pause
                ? t('timer.onBreakSince', { time: clock.time(pause.started_at) })
                : running && t('timer.since', { time: clock.time(running.clock_in) })}
            </p>
            <LiveClock
              className={cn(
                'tabular block whitespace-nowrap font-[680] text-[34px] leading-10 tracking-[-0.03em]',
                running ? (pause ? 'text-attention-strong' : 'text-running-strong') : 'text-faint',
              )}
            />
          </div>
          <Button
            type="submit"
            variant={running ? 'running' : 'primary'}
            size="huge"
            className="min-w-[92px] rounded-full! xl:h-[52px]!"
            busy={clockIn.isPending || clockOut.isPending}
          >
            {running ? t('timer.stop') : t('timer.start')}
          </Button>
        </div>
      </form>
      <ClockHint />
    </Card>
  );
}
