import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BareForm, FormFailure } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { entryMachineQuery } from '@/entities/equipment/meters-to-read';
import {
  draftsOf,
  type MachineDraft,
  type MachineShare,
  machinesProblem,
  sharesOf,
} from '@/entities/machine-share/machine-share';
import { MachineSharesField } from '@/entities/machine-share/machine-shares-field';
import { useMachinesText } from '@/entities/machine-share/machine-shares-text';
import { useSetEntryMachines } from '@/entities/machine-share/set-entry-machines';
import { useTranslation } from '@/lib/use-translation';

const NONE: MachineDraft = { equipmentId: null, kind: 'working', share: '100' };

function MachinesDialog({
  entryId,
  machines,
  onClose,
}: {
  entryId: string;
  machines: readonly MachineDraft[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['machine-shares', 'common']);
  const save = useSetEntryMachines();
  const form = useForm({
    initial: { machines: machines.length > 0 ? [...machines] : [NONE] },
    read: ({ machines: typed }, wrong) => {
      const problem = machinesProblem(typed);
      return problem ? wrong('machines', t(`problem.${problem}`)) : typed;
    },
    submit: (typed) => save.mutateAsync({ entryId, machines: typed }),
    done: onClose,
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('running.title')} description={t('running.text')}>
        <BareForm form={form} className="contents">
          <DialogBody className="grid content-start gap-4">
            <FormFailure form={form} />
            <MachineSharesField
              value={form.values.machines}
              error={form.errors['machines']}
              onChange={(next) => form.set({ machines: next })}
            />
          </DialogBody>
          <DialogFooter>
            <Button size="large" onClick={onClose}>
              {t('common:action.cancel')}
            </Button>
            <Button type="submit" size="large" variant="primary" busy={form.busy}>
              {t('running.save')}
            </Button>
          </DialogFooter>
        </BareForm>
      </DialogContent>
    </Dialog>
  );
}

/** What runs with the clock, and the way to say that it is more than one machine. */
export function RunningMachines({ entryId }: { entryId: string }) {
  const { t } = useTranslation('machine-shares');
  const [open, setOpen] = useState(false);
  const entry = useQuery(entryMachineQuery(entryId)).data;
  const drafts = draftsOf(
    entry?.equipment_id ?? null,
    (entry?.machines as MachineShare[] | null | undefined) ?? null,
  );
  const text = useMachinesText()(sharesOf(drafts));
  return (
    <div className="flex items-center justify-between gap-3 rounded-card border px-4 py-2.5">
      <span className="min-w-0 text-sm">
        <span className="block text-muted text-xs">{t('legend')}</span>
        {text || t('running.none')}
      </span>
      <Button onClick={() => setOpen(true)}>
        {t(drafts.length > 0 ? 'add' : 'running.change')}
      </Button>
      {open && (
        <MachinesDialog entryId={entryId} machines={drafts} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
