import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Combobox } from '@/components/shared/combobox';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { hasTime, mergePreviewQuery, useMergeRows } from '@/features/lists/api/merge-rows';
import {
  isArchived,
  type ListDefinition,
  type ListName,
  type ListRow,
  titleOf,
} from '@/features/lists/list-definition';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** What becomes of the row, where it does not just go away. */
const TEXTS: Partial<Record<ListName, 'merge.textWithTime' | 'merge.textCostCodes'>> = {
  cost_codes: 'merge.textCostCodes',
  equipment: 'merge.textWithTime',
  projects: 'merge.textWithTime',
};

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
  const preview = useQuery(mergePreviewQuery({ list: definition.name, from: row.id, into }));
  const waits = hasTime(definition.name) && into !== null && !preview.data;
  const options = others
    .filter((other) => other.id !== row.id && !isArchived(definition, other))
    .map((other) => ({ value: other.id, text: titleOf(definition, other) }));
  const confirm = () => {
    setAsked(true);
    if (into && !waits)
      merge.mutate({ list: definition.name, from: row.id, into }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      tone="primary"
      title={t('merge.title', { name: titleOf(definition, row) })}
      description={t(TEXTS[definition.name] ?? 'merge.text', { name: titleOf(definition, row) })}
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
      {preview.data && into && (
        <Notice>
          <ul>
            <li>{t('merge.move', { count: preview.data.entries_move })}</li>
            {preview.data.entries_stay > 0 && (
              <li>{t('merge.stay', { count: preview.data.entries_stay })}</li>
            )}
            {preview.data.shifts_move > 0 && (
              <li>{t('merge.shifts', { count: preview.data.shifts_move })}</li>
            )}
          </ul>
        </Notice>
      )}
      {preview.error && <Notice tone="danger">{errorText(preview.error)}</Notice>}
    </ConfirmDialog>
  );
}
