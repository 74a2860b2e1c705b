import { ArrowRightLeft, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import { openBreak, type RunningEntry } from '@/entities/running-entry/running-entry';
import { useEndBreak } from '@/entities/running-entry/use-break';
import { useClockIn } from '@/entities/running-entry/use-clock-in';
import { useClockOut } from '@/entities/running-entry/use-clock-out';
import { useTimerFields } from '@/entities/running-entry/use-timer-fields';
import { useUpdateNotes } from '@/entities/running-entry/use-update-notes';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { PauseMenu } from '@/features/my-status/components/pause-menu';
import { SwitchDialog } from '@/features/my-status/components/switch-dialog';

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
    update.mutate({ companyId: employee.company_id, entryId: running.id, notes: text });
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
  const [switching, setSwitching] = useState(false);
  const clockOut = useClockOut();
  const endBreak = useEndBreak();
  const onBreak = openBreak(running) !== null;
  return (
    <div className="grid grid-cols-2 gap-2.5">
      {onBreak ? (
        <Button
          size="huge"
          variant="primary"
          busy={endBreak.isPending}
          onClick={() => endBreak.mutate()}
        >
          <Play aria-hidden="true" />
          {t('timer.resume')}
        </Button>
      ) : (
        <PauseMenu>
          <Button size="huge">
            <Pause aria-hidden="true" />
            {t('timer.pause')}
          </Button>
        </PauseMenu>
      )}
      <Button size="huge" onClick={() => setSwitching(true)}>
        <ArrowRightLeft aria-hidden="true" />
        {t('timer.switch')}
      </Button>
      <Button
        size="huge"
        variant="running"
        className="col-span-2"
        busy={clockOut.isPending}
        onClick={() => clockOut.mutate(running.id)}
      >
        {t('timer.stop')}
      </Button>
      {switching && <SwitchDialog running={running} onClose={() => setSwitching(false)} />}
    </div>
  );
}

/** Start, Pause, Resume, Stop on the same entry as the Time Tracker. */
export function TimerControls() {
  const { t } = useTranslation(['my-status', 'common']);
  const employee = useEmployee();
  const fields = useTimerFields();
  const { running, projectId, costCodeId, notes } = fields;
  const clockIn = useClockIn();
  const start = (): void => {
    if (!employee) {
      toast.error(t('noEmployee.title'), { description: t('noEmployee.text') });
      return;
    }
    if (!projectId || !costCodeId) {
      toast.error(t('cannotStart.title'), { description: t('cannotStart.text') });
      return;
    }
    clockIn.start({ projectId, costCodeId, notes: notes.trim() });
  };
  return (
    <section aria-label={t('timer.label')} className="grid gap-3.5">
      <Field label={t('common:project.label')}>
        <ProjectPicker
          size="huge"
          value={projectId}
          disabled={running !== null}
          onValueChange={fields.chooseProject}
        />
      </Field>
      <Field label={t('common:costCode.label')}>
        <CostCodePicker
          size="huge"
          projectId={projectId}
          value={costCodeId}
          disabled={running !== null}
          onValueChange={fields.chooseCostCode}
        />
      </Field>
      <NotesField running={running} notes={notes} onChange={fields.setNotes} />
      {running ? (
        <RunningButtons running={running} />
      ) : (
        <Button size="huge" variant="primary" block busy={clockIn.isPending} onClick={start}>
          <Play aria-hidden="true" />
          {t('timer.start')}
        </Button>
      )}
    </section>
  );
}
