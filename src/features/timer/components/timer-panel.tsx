import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { useHasMachines } from '@/entities/equipment/use-has-machines';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useClockIn } from '@/entities/running-entry/use-clock-in';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useSwitchProject } from '@/entities/running-entry/use-switch-project';

/** Project, cost code, notes. Default export because it is loaded on the first opening. */
export default function TimerPanel({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['timer', 'common']);
  const running = useRunningEntry();
  const current = useCurrentProject();
  const [projectId, setProjectId] = useState(running ? null : current.projectId);
  const [costCodeId, setCostCodeId] = useState<string | null>(null);
  const [equipmentId, setEquipmentId] = useState<string | null>(null);
  const hasMachines = useHasMachines();
  const [notes, setNotes] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const clockIn = useClockIn();
  const switchProject = useSwitchProject();
  const busy = clockIn.isPending || switchProject.isPending;

  useEffect(() => {
    // After the turn in which whatever opened this (the palette, say) hands its focus back.
    const focus = setTimeout(() =>
      form.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus(),
    );
    return () => clearTimeout(focus);
  }, []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const input = { projectId, costCodeId, equipmentId, notes };
    if (running && projectId) {
      switchProject.change({ ...input, projectId }, onDone);
    } else clockIn.start(input, onDone);
  };
  const chooseProject = (next: string | null): void => {
    setProjectId(next);
    setCostCodeId(null);
  };

  return (
    <form ref={form} onSubmit={submit} className="grid gap-3.5">
      <h2 className="font-[640] text-base">{running ? t('switchTitle') : t('panel')}</h2>
      <Field label={t('common:project.label')}>
        <ProjectPicker value={projectId} onValueChange={chooseProject} />
      </Field>
      <Field label={t('common:costCode.label')}>
        <CostCodePicker projectId={projectId} value={costCodeId} onValueChange={setCostCodeId} />
      </Field>
      {hasMachines && (
        <Field label={t('common:equipment.label')}>
          <EquipmentPicker value={equipmentId} onValueChange={setEquipmentId} />
        </Field>
      )}
      <Field label={t('notes')}>
        <Input value={notes} maxLength={2000} onChange={(event) => setNotes(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={busy}>
        {running ? t('switch') : t('startShort')}
      </Button>
    </form>
  );
}
