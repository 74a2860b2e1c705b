import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import type { Program, Step } from '@/features/public-work/apprentices/api/queries';
import { useDeleteStep } from '@/features/public-work/apprentices/api/save';
import { StepForm } from '@/features/public-work/apprentices/components/step-form';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface StepsDialogProps {
  companyId: string;
  name: string;
  steps: readonly Step[];
  programs: readonly Program[];
  onAdd: () => void;
  onClose: () => void;
}

/** All steps of one apprentice, past and to come. */
export function StepsDialog({
  companyId,
  name,
  steps,
  programs,
  onAdd,
  onClose,
}: StepsDialogProps) {
  const { t } = useTranslation(['apprentices', 'common']);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={name} description={t('step.dialogText')} width="large">
        <DialogBody>
          <ul className="divide-y">
            {steps.map((step) => (
              <StepLine
                key={step.id}
                companyId={companyId}
                step={step}
                program={programs.find(({ id }) => id === step.program_id)}
              />
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <Button variant="primary" onClick={onAdd}>
            {t('ladder.open')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

interface StepLineProps {
  companyId: string;
  step: Step;
  program: Program | undefined;
}

function StepLine({ companyId, step, program }: StepLineProps) {
  const { t } = useTranslation(['apprentices', 'common']);
  const format = useFormat();
  const remove = useDeleteStep(companyId);
  const [isEditing, setEditing] = useState(false);
  const { level, percent, fringe_percent, from_date, to_date } = step;
  const byProgram = program?.fringe_rule === 'program';
  const fringe =
    byProgram && fringe_percent !== null
      ? t('step.fringeOf', { percent: fringe_percent })
      : t('step.fullFringe');
  return (
    <li className="grid gap-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-[550]">{`${level} · ${t('step.of', { percent })}`}</span>
        <span className="mr-auto text-muted">
          {[
            fringe,
            to_date
              ? format.dateRange(from_date, to_date)
              : t('step.since', { date: format.date(from_date) }),
            program?.name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Button size="small" onClick={() => setEditing(!isEditing)}>
          {t('common:action.edit')}
          <span className="sr-only">{level}</span>
        </Button>
        <Button
          size="small"
          variant="ghost"
          busy={remove.isPending}
          onClick={() => remove.mutate(step.id)}
        >
          {t('common:action.delete')}
          <span className="sr-only">{level}</span>
        </Button>
      </div>
      {isEditing && (
        <StepForm
          companyId={companyId}
          step={step}
          byProgram={byProgram}
          onClose={() => setEditing(false)}
        />
      )}
    </li>
  );
}
