import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSetIdentity } from '@/features/public-work/facts/api/writes';
import { useTranslation } from '@/lib/use-translation';

interface IdentityDialogProps {
  employeeId: string;
  name: string;
  isStored: boolean;
  onClose: () => void;
}

/** Four digits. What is longer never leaves this dialog. */
export function IdentityDialog({ employeeId, name, isStored, onClose }: IdentityDialogProps) {
  const { t } = useTranslation('payroll-facts');
  const save = useSetIdentity();
  const form = useForm({
    initial: { lastFour: '' },
    read: ({ lastFour }, wrong) => {
      const text = lastFour.trim();
      if (text.replace(/\D/g, '').length > 4) return wrong('lastFour', t('identity.tooMany'));
      return /^\d{4}$/.test(text) ? text : wrong('lastFour', t('identity.four'));
    },
    submit: (lastFour: string) => save.mutateAsync({ employeeId, lastFour }),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      width="small"
      title={t('identity.of', { name })}
      onClose={onClose}
      actions={
        isStored && (
          <Button
            variant="danger"
            className="mr-auto"
            busy={save.isPending}
            onClick={() => save.mutate({ employeeId, lastFour: '' }, { onSuccess: onClose })}
          >
            {t('identity.forget')}
          </Button>
        )
      }
    >
      <Field label={t('identity.lastFour')} hint={t('identity.hint')}>
        <Input
          {...form.text('lastFour')}
          inputMode="numeric"
          autoComplete="off"
          className="tabular w-32"
        />
      </Field>
    </FormDialog>
  );
}
