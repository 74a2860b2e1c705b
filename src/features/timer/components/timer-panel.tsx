import { useEffect, useRef } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { useHasMachines } from '@/entities/equipment/use-has-machines';
import { useClockIn } from '@/entities/running-entry/use-clock-in';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useSwitchProject } from '@/entities/running-entry/use-switch-project';
import { WorkFields } from '@/entities/running-entry/work-fields';
import { useTranslation } from '@/lib/use-translation';

/** Project, cost code, notes. Default export because it is loaded on the first opening. */
export default function TimerPanel({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['timer', 'common']);
  const running = useRunningEntry();
  const current = useCurrentProject();
  const hasMachines = useHasMachines();
  const box = useRef<HTMLDivElement>(null);
  const clockIn = useClockIn();
  const switchProject = useSwitchProject();
  const form = useForm({
    initial: {
      projectId: running ? null : current.projectId,
      costCodeId: null as string | null,
      classificationId: null as string | null,
      equipmentId: null as string | null,
      notes: '',
    },
    submit: ({ projectId, ...input }) => {
      if (running && projectId) switchProject.change({ ...input, projectId }, onDone);
      else clockIn.start({ ...input, projectId }, onDone);
    },
  });
  const busy = clockIn.isPending || switchProject.isPending;

  useEffect(() => {
    // After the turn in which whatever opened this (the palette, say) hands its focus back.
    const focus = setTimeout(() =>
      box.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus(),
    );
    return () => clearTimeout(focus);
  }, []);

  return (
    <Form form={form}>
      <div ref={box} className="grid gap-3.5">
        <h2 className="font-[640] text-base">{running ? t('switchTitle') : t('panel')}</h2>
        <WorkFields {...form.values} onChange={form.set} />
        {hasMachines && (
          <Field label={t('common:equipment.label')}>
            <EquipmentPicker {...form.value('equipmentId')} />
          </Field>
        )}
        <Field label={t('notes')}>
          <Input {...form.text('notes')} maxLength={2000} />
        </Field>
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          {running ? t('switch') : t('startShort')}
        </Button>
      </div>
    </Form>
  );
}
