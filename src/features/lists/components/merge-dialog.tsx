import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '@/components/shared/combobox';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Field } from '@/components/ui/field';
import { useMergeRows } from '@/features/lists/api/merge-rows';
import {
  isArchived,
  type ListDefinition,
  type ListRow,
  titleOf,
} from '@/features/lists/list-definition';

interface MergeDialogProps {
  definition: ListDefinition;
  row: ListRow;
  others: readonly ListRow[];
  onClose: () => void;
}

/** Two rows that mean the same: chooses the one that stays. */
export function MergeDialog({ definition, row, others, onClose }: MergeDialogProps) {
  const { t } = useTranslation('lists');
  const [into, setInto] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const merge = useMergeRows();
  const options = others
    .filter((other) => other.id !== row.id && !isArchived(definition, other))
    .map((other) => ({ value: other.id, text: titleOf(definition, other) }));
  const confirm = () => {
    setAsked(true);
    if (into) merge.mutate({ list: definition.name, from: row.id, into }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      tone="primary"
      title={t('merge.title', { name: titleOf(definition, row) })}
      description={t('merge.text', { name: titleOf(definition, row) })}
      confirmLabel={t('merge.confirm')}
      busy={merge.isPending}
      onConfirm={confirm}
    >
      <Field
        className="mt-4 mb-2"
        label={t('merge.into')}
        error={asked && !into ? t('merge.missing') : undefined}
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
