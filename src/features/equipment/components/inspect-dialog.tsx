import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { machineName } from '@/entities/equipment/equipment-query';
import { PhotoField } from '@/entities/photo/photo-field';
import { useAttachedPhoto } from '@/entities/photo/use-attached-photo';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useInspect } from '@/features/equipment/api/inspect';
import type { Machine } from '@/features/equipment/api/queries';
import { errorWords } from '@/lib/errors';
import { uuidv7 } from '@/lib/uuid';

const USUAL = ['fluids', 'leaks', 'brakes', 'lights', 'tires', 'guards', 'extinguisher'] as const;

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
    machine.checklist.length > 0 ? machine.checklist : USUAL.map((point) => t(`point.${point}`));
  const [answers, setAnswers] = useState<Record<string, boolean>>({});
  const [note, setNote] = useState('');
  const [id] = useState(uuidv7);
  const failed = points.some((point) => answers[point] === false);
  const complete = points.every((point) => answers[point] !== undefined);
  const current = useCurrentProject();
  const attached = useAttachedPhoto({
    projectId: machine.projectId ?? current.projectId,
    equipmentId: machine.id,
    caption: t('inspect.caption', { name: machineName(machine) }),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!complete) return;
    const items = points.map((name) => ({ name, passed: answers[name] === true }));
    const photos = await attached.prepare();
    inspect.mutate(
      {
        id,
        equipmentId: machine.id,
        items,
        note: note.trim() || null,
        photoPath: photos[0]?.path ?? null,
      },
      {
        onSuccess: () => {
          attached.send(photos);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('inspect.title', { name: machineName(machine) })} onTop>
        <form onSubmit={(event) => void submit(event)} className="contents">
          <DialogBody className="grid gap-3">
            <ul className="divide-y border-y">
              {points.map((point) => (
                <li key={point} className="flex items-center justify-between gap-3 py-2">
                  <span>{point}</span>
                  <span className="flex gap-2">
                    {[true, false].map((passed) => (
                      <Button
                        key={String(passed)}
                        size="small"
                        variant={
                          answers[point] !== passed ? 'outline' : passed ? 'primary' : 'danger'
                        }
                        aria-pressed={answers[point] === passed}
                        aria-label={`${point}: ${t(passed ? 'inspect.ok' : 'inspect.fails')}`}
                        onClick={() => setAnswers({ ...answers, [point]: passed })}
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
              onClick={() => setAnswers(Object.fromEntries(points.map((point) => [point, true])))}
            >
              {t('inspect.allOk')}
            </Button>
            <Field label={t('inspect.note')} optional={t('common:optional')}>
              <Textarea
                rows={2}
                value={note}
                maxLength={2000}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
            {failed && attached.possible && (
              <PhotoField
                label={t('inspect.photo')}
                value={attached.photo}
                onValueChange={attached.set}
              />
            )}
            {failed && <Notice tone="attention">{t('inspect.downNotice')}</Notice>}
            {inspect.error && <Notice tone="danger">{errorWords(inspect.error)}</Notice>}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>{t('common:action.cancel')}</Button>
            <Button type="submit" variant="primary" busy={inspect.isPending} disabled={!complete}>
              {t('inspect.save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
