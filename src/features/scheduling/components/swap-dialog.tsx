import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '@/components/shared/combobox';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { MyShift } from '@/entities/shift/my-shifts-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { colleaguesQuery, useAskForSwap } from '@/features/scheduling/api/swaps';
import { errorWords } from '@/lib/errors';

/** Asks a colleague to take a shift; a manager approves it in the end. */
export function SwapDialog({ shift, onClose }: { shift: MyShift; onClose: () => void }) {
  const { t } = useTranslation(['scheduling', 'common']);
  const employee = useEmployee();
  const [toId, setToId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const ask = useAskForSwap();
  const team = useQuery(colleaguesQuery(employee?.id ?? ''));
  const options = (team.data ?? [])
    .filter(({ employee_id }) => employee_id !== employee?.id)
    .map((person) => ({
      value: person.employee_id,
      text: `${person.first_name} ${person.last_name}`.trim(),
    }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('mine.swap')} width="small">
        <DialogBody className="grid content-start gap-4">
          {ask.error && <Notice tone="danger">{errorWords(ask.error)}</Notice>}
          <Field label={t('mine.swapWith')}>
            <Combobox
              value={toId}
              onValueChange={setToId}
              options={options}
              loading={team.isPending}
              placeholder={t('common:employee.choose')}
            />
          </Field>
          <Field label={t('form.note')} optional={t('common:optional')}>
            <Input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            variant="primary"
            busy={ask.isPending}
            disabled={toId === null}
            onClick={() =>
              toId && ask.mutate({ shiftId: shift.id, toId, note }, { onSuccess: onClose })
            }
          >
            {t('mine.swapSend')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
