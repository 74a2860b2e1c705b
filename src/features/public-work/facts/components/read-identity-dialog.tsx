import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { identityOf } from '@/features/public-work/facts/api/writes';
import { hasNineDigits } from '@/lib/identity-numbers';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';

interface ReadIdentityDialogProps {
  employeeId: string;
  name: string;
  onClose: () => void;
}

/** Shows the digits after one said what for; the person and owners see who did. */
export function ReadIdentityDialog({ employeeId, name, onClose }: ReadIdentityDialogProps) {
  const { t } = useTranslation(['payroll-facts', 'common']);
  const client = useQueryClient();
  const [digits, setDigits] = useState<string | null>(null);
  const form = useForm({
    initial: { purpose: '' },
    read: ({ purpose }, wrong) => {
      if (hasNineDigits(purpose)) return wrong('purpose', t('wrong.nine_digits'));
      return purpose.trim() || wrong('purpose', t('identity.purposeNeeded'));
    },
    submit: (purpose: string) => identityOf(employeeId, purpose),
    done: (found) => {
      setDigits(found ?? '–');
      void client.invalidateQueries({ queryKey: [queryKeys.publicWork, 'identity-views'] });
    },
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      width="small"
      title={t('identity.of', { name })}
      description={t('identity.recorded')}
      save={t('identity.read')}
      cancel={t('common:action.close')}
      button={{ disabled: digits !== null }}
      onClose={onClose}
    >
      {digits === null ? (
        <Field label={t('identity.purpose')}>
          <Input {...form.text('purpose')} maxLength={200} placeholder={t('identity.example')} />
        </Field>
      ) : (
        <Notice tone="success">
          <span className="tabular font-[620] text-lg">{digits}</span>
        </Notice>
      )}
    </FormDialog>
  );
}
