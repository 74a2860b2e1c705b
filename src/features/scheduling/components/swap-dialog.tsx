import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Combobox } from '@/components/shared/combobox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { MyShift } from '@/entities/shift/my-shifts-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { colleaguesQuery, useAskForSwap } from '@/features/scheduling/api/swaps';
import { useTranslation } from '@/lib/use-translation';

/** Asks a colleague to take a shift; a manager approves it in the end. */
export function SwapDialog({ shift, onClose }: { shift: MyShift; onClose: () => void }) {
  const { t } = useTranslation(['scheduling', 'common']);
  const employee = useEmployee();
  const ask = useAskForSwap();
  const form = useForm({
    initial: { toId: null as string | null, note: '' },
    read: ({ toId, note }, wrong) => ({ shiftId: shift.id, toId: toId ?? wrong('toId', ''), note }),
    submit: (swap) => ask.mutateAsync(swap),
    done: onClose,
  });
  const team = useQuery(colleaguesQuery(employee?.id ?? ''));
  const options = (team.data ?? [])
    .filter(({ employee_id }) => employee_id !== employee?.id)
    .map((person) => ({
      value: person.employee_id,
      text: `${person.first_name} ${person.last_name}`.trim(),
    }));
  return (
    <FormDialog
      form={form}
      title={t('mine.swap')}
      width="small"
      columns={1}
      save={t('mine.swapSend')}
      button={{ disabled: !form.valid }}
      onClose={onClose}
    >
      <Field label={t('mine.swapWith')}>
        <Combobox
          {...form.value('toId')}
          options={options}
          loading={team.isPending}
          placeholder={t('common:employee.choose')}
        />
      </Field>
      <Field label={t('form.note')} optional>
        <Input {...form.text('note')} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
