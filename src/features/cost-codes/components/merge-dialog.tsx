import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '@/components/shared/combobox';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Field } from '@/components/ui/field';
import { useMergeCostCodes } from '@/features/cost-codes/api/merge-cost-codes';
import type { CostCode } from '@/features/cost-codes/api/queries';

export interface MergeDialogProps {
  costCode: CostCode;
  others: readonly CostCode[];
  onClose: () => void;
}

export function MergeDialog({ costCode, others, onClose }: MergeDialogProps) {
  const { t } = useTranslation('cost-codes');
  const merge = useMergeCostCodes();
  const [into, setInto] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const options = others
    .filter(({ id, active }) => active && id !== costCode.id)
    .map(({ id, code, name }) => ({
      value: id,
      text: `${code} ${name}`,
      label: `${code} ${name}`,
    }));
  const confirm = () => {
    if (!into) return setMissing(true);
    merge.mutate({ from: costCode.id, into }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('merge.title', { code: costCode.code })}
      description={t('merge.text', { code: costCode.code })}
      confirmLabel={t('merge.confirm')}
      tone="primary"
      busy={merge.isPending}
      onConfirm={confirm}
    >
      <Field
        className="mt-4"
        label={t('merge.into')}
        error={missing && !into ? t('merge.choose') : undefined}
      >
        <Combobox
          value={into}
          onValueChange={setInto}
          options={options}
          placeholder={t('merge.choose')}
        />
      </Field>
    </ConfirmDialog>
  );
}
