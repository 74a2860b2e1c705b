import { ArrowRightLeft, Pause, Play, Square } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { ClockHint } from '@/entities/clock-rule/clock-hint';
import { useCostCodeRequired } from '@/entities/cost-code/use-cost-code-required';
import { OpenFields } from '@/entities/custom-field/open-fields';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { useHasMachines } from '@/entities/equipment/use-has-machines';
import { MachineSharesPart } from '@/entities/machine-share/machine-shares-part';
import { openBreak, type RunningEntry } from '@/entities/running-entry/running-entry';
import { useEndBreak } from '@/entities/running-entry/use-break';
import { useClockIn } from '@/entities/running-entry/use-clock-in';
import { useClockOut } from '@/entities/running-entry/use-clock-out';
import { type TimerFields, useTimerFields } from '@/entities/running-entry/use-timer-fields';
import { useUpdateNotes } from '@/entities/running-entry/use-update-notes';
import { type Work, WorkFields } from '@/entities/running-entry/work-fields';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { OneTapStart } from '@/features/my-status/components/one-tap-start';
import { OneTapSwitch } from '@/features/my-status/components/one-tap-switch';
import { PauseMenu } from '@/features/my-status/components/pause-menu';
import { AwayFromSite, NearestSite } from '@/features/my-status/components/site-hint';
import { useLikelyWork } from '@/features/my-status/use-likely-work';
import { useScannedSite } from '@/features/my-status/use-scanned-site';
import { cn } from '@/lib/class-names';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

const SwitchDialog = lateDialog(async () => ({
  default: (await import('@/features/my-status/components/switch-dialog')).SwitchDialog,
}));

/** Notes may be written while the clock runs; they are saved when the field is left. */
function NotesField({
  running,
  notes,
  onChange,
}: {
  running: RunningEntry | null;
  notes: string;
  onChange: (notes: string) => void;
}) {
  const { t } = useTranslation('my-status');
  const employee = useEmployee();
  const update = useUpdateNotes();
  const save = (): void => {
    const text = notes.trim();
    if (!running || !employee || text === (running.notes ?? '')) return;
    update.mutate({
      companyId: employee.company_id,
      entryId: running.id,
      notes: text,
      before: running.notes,
    });
  };
  return (
    <Field label={t('timer.notes')}>
      <Textarea
        rows={2}
        maxLength={2000}
        placeholder={t('timer.notesPlaceholder')}
        value={notes}
        onChange={(event) => onChange(event.target.value)}
        onBlur={save}
      />
    </Field>
  );
}

function RunningButtons({ running }: { running: RunningEntry }) {
  const { t } = useTranslation('my-status');
  const scanned = useScannedSite();
  const [switching, setSwitching] = useState(false);
  const [asked, setAsked] = useState(false);
  // The code at another gate asks for a switch, once.
  if (!asked && scanned && scanned.projectId !== running.project_id) {
    setAsked(true);
    setSwitching(true);
  }
  const clockOut = useClockOut();
  const endBreak = useEndBreak();
  const onBreak = openBreak(running) !== null;
  return (
    <div className={cn('grid gap-2.5', onBreak ? 'grid-cols-2' : 'grid-cols-3')}>
      {onBreak ? (
        <Button
          size="tile"
          variant="primary"
          className="col-span-2"
          busy={endBreak.isPending}
          onClick={() => endBreak.mutate()}
        >
          <Play aria-hidden="true" />
          {t('timer.resume')}
        </Button>
      ) : (
        <PauseMenu>
          <Button size="tile">
            <Pause aria-hidden="true" />
            {t('timer.pause')}
          </Button>
        </PauseMenu>
      )}
      <Button size="tile" onClick={() => setSwitching(true)}>
        <ArrowRightLeft aria-hidden="true" />
        {t('timer.switch')}
      </Button>
      <Button
        size="tile"
        variant="running"
        busy={clockOut.isPending}
        onClick={() => clockOut.mutate(running.id)}
      >
        <Square aria-hidden="true" />
        {t('timer.stop')}
      </Button>
      {switching && (
        <Suspense>
          <SwitchDialog running={running} scanned={scanned} onClose={() => setSwitching(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Any project and code; behind a button where the last ones are one tap away. */
function StartForm({ fields }: { fields: TimerFields }) {
  const { t } = useTranslation(['my-status', 'common']);
  const employee = useEmployee();
  const clockIn = useClockIn();
  const { projectId, costCodeId, classificationId, notes } = fields;
  const [equipmentId, setEquipmentId] = useState<string | null>(null);
  const hasMachines = useHasMachines();
  const needsCode = useCostCodeRequired();
  const start = (): void => {
    if (!employee) {
      toast.error(t('noEmployee.title'), { description: t('noEmployee.text') });
      return;
    }
    if (!projectId || (!costCodeId && needsCode(projectId))) {
      toast.error(t('cannotStart.title'), {
        description: t(needsCode(projectId) ? 'cannotStart.text' : 'cannotStart.project'),
      });
      return;
    }
    clockIn.start({ projectId, costCodeId, classificationId, equipmentId, notes: notes.trim() });
  };
  return (
    <>
      <WorkFields
        size="huge"
        projectId={projectId}
        costCodeId={costCodeId}
        classificationId={classificationId}
        onChange={fields.chooseWork}
      />
      {hasMachines && (
        <Field label={t('common:equipment.label')}>
          <EquipmentPicker size="huge" value={equipmentId} onValueChange={setEquipmentId} />
        </Field>
      )}
      <NotesField running={null} notes={notes} onChange={fields.setNotes} />
      <Button size="huge" variant="primary" block busy={clockIn.isPending} onClick={start}>
        <Play aria-hidden="true" />
        {t('timer.start')}
      </Button>
    </>
  );
}

function OffTheClock({ fields }: { fields: TimerFields }) {
  const { t } = useTranslation('my-status');
  const recent = useLikelyWork();
  const clockIn = useClockIn();
  const [choosing, setChoosing] = useState(false);
  // One-tap work may arrive late: a form that somebody fills in stays where it is.
  const [isFormInUse, setIsFormInUse] = useState(false);
  const holdForm = () => setIsFormInUse(true);
  const scanned = useScannedSite();
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken once, then the person may choose.
  useEffect(() => {
    if (!scanned) return;
    setChoosing(true);
    fields.chooseWork(scanned);
  }, [scanned?.projectId, scanned?.costCodeId]);
  const needsCode = useCostCodeRequired();
  const choose = (work: Work): void => {
    fields.chooseWork(work);
    setChoosing(true);
  };
  const hint = <NearestSite onChoose={(projectId) => choose({ projectId, costCodeId: null })} />;
  if (recent.length === 0 || isFormInUse)
    return (
      <>
        {hint}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only notes that the form is in use. */}
        <div className="contents" onFocus={holdForm} onPointerDown={holdForm}>
          <StartForm fields={fields} />
        </div>
      </>
    );
  return (
    <>
      {hint}
      <OneTapStart
        work={recent}
        disabled={clockIn.isPending}
        onStart={({ projectId, costCodeId, classificationId = null }) =>
          costCodeId || !needsCode(projectId)
            ? clockIn.start({ projectId, costCodeId, classificationId, notes: '' })
            : choose({ projectId, costCodeId })
        }
      />
      {choosing ? (
        <StartForm fields={fields} />
      ) : (
        <Button variant="link" size="large" onClick={() => setChoosing(true)}>
          {t('oneTap.other')}
        </Button>
      )}
    </>
  );
}

/** Start, Pause, Resume, Stop on the same entry as the Time Tracker. */
export function TimerControls() {
  const { t } = useTranslation('my-status');
  const fields = useTimerFields();
  const hasMachines = useHasMachines();
  const { running, notes } = fields;
  return (
    <section aria-label={t('timer.label')} className="grid gap-3.5">
      <ClockHint />
      {running ? (
        <>
          <AwayFromSite running={running} />
          <RunningButtons running={running} />
          <OpenFields />
          <OneTapSwitch running={running} />
          {hasMachines && <MachineSharesPart part="running" entryId={running.id} />}
          <NotesField running={running} notes={notes} onChange={fields.setNotes} />
        </>
      ) : (
        <OffTheClock fields={fields} />
      )}
    </section>
  );
}
