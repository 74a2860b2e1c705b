import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { machineName } from '@/entities/equipment/equipment-query';
import { PhotoField } from '@/entities/photo/photo-field';
import { useAttachedPhoto } from '@/entities/photo/use-attached-photo';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useInspect } from '@/features/equipment/api/inspect';
import type { Machine } from '@/features/equipment/api/queries';
import { USUAL_POINTS } from '@/features/equipment/usual-points';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

export interface InspectDialogProps {
  companyId: string;
  employeeId: string;
  machine: Machine;
  onClose: () => void;
}

/** Every point is answered; one that fails takes the machine out of service. */
export function InspectDialog({ companyId, employeeId, machine, onClose }: InspectDialogProps) {
  const { t } = useTranslation(['equipment', 'common']);
  const inspect = useInspect(companyId, employeeId);
  const points =
    machine.checklist.length > 0
      ? machine.checklist
      : USUAL_POINTS.map((point) => t(`point.${point}`));
  const [id] = useState(uuidv7);
  const current = useCurrentProject();
  const attached = useAttachedPhoto({
    projectId: machine.projectId ?? current.projectId,
    equipmentId: machine.id,
    caption: t('inspect.caption', { name: machineName(machine) }),
  });
  const form = useForm({
    initial: { answers: {} as Record<string, boolean>, note: '' },
    submit: async ({ answers, note }) => {
      const items = points.map((name) => ({ name, passed: answers[name] === true }));
      const photos = await attached.prepare();
      const photoPath = photos[0]?.payload.photo?.path ?? null;
      const inspection = { id, equipmentId: machine.id, items, photoPath };
      await inspect.mutateAsync({ ...inspection, note: note.trim() || null });
      attached.send(photos);
    },
    done: onClose,
  });
  const { answers } = form.values;
  const failed = points.some((point) => answers[point] === false);
  const complete = points.every((point) => answers[point] !== undefined);
  return (
    <FormDialog
      form={form}
      title={t('inspect.title', { name: machineName(machine) })}
      onTop
      columns={1}
      save={t('inspect.save')}
      button={{ disabled: !complete }}
      onClose={onClose}
    >
      <ul className="divide-y border-y">
        {points.map((point) => (
          <li key={point} className="flex items-center justify-between gap-3 py-2">
            <span>{point}</span>
            <span className="flex gap-2">
              {[true, false].map((passed) => (
                <Button
                  key={String(passed)}
                  size="small"
                  variant={answers[point] !== passed ? 'outline' : passed ? 'primary' : 'danger'}
                  aria-pressed={answers[point] === passed}
                  aria-label={`${point}: ${t(passed ? 'inspect.ok' : 'inspect.fails')}`}
                  onClick={() => form.set({ answers: { ...answers, [point]: passed } })}
                >
                  {t(passed ? 'inspect.ok' : 'inspect.fails')}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <Button
        variant="link"
        size="inline"
        className="justify-self-start"
        onClick={() =>
          form.set({ answers: Object.fromEntries(points.map((point) => [point, true])) })
        }
      >
        {t('inspect.allOk')}
      </Button>
      <Field label={t('inspect.note')} optional>
        <Textarea {...form.text('note')} rows={2} maxLength={2000} />
      </Field>
      {failed && attached.possible && (
        <PhotoField
          label={t('inspect.photo')}
          value={attached.photo}
          onValueChange={attached.set}
        />
      )}
      {failed && <Notice tone="attention">{t('inspect.downNotice')}</Notice>}
    </FormDialog>
  );
}
