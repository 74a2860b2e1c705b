import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '@/components/shared/combobox';
import { FormDialog } from '@/components/shared/form-dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { RowResult, RowWrite } from '@/features/lists/api/save-rows';
import { type CellContext, optionsOf, showCell } from '@/features/lists/cell-values';
import { type Draft, judge } from '@/features/lists/drafts';
import { type ListDefinition, type ListRow, titleOf } from '@/features/lists/list-definition';
import { useColumnLabel } from '@/features/lists/use-column-label';
import { wordsOfResult } from '@/features/lists/words-of-result';
import { uuidv7 } from '@/lib/uuid';

interface RecordDialogProps {
  definition: ListDefinition;
  /** Null adds one. */
  row: ListRow | null;
  context: CellContext;
  write: (writes: readonly RowWrite[]) => Promise<RowResult[]>;
  saving: boolean;
  onClose: () => void;
}

/** A row as a form, for small screens. */
export function RecordDialog(props: RecordDialogProps) {
  const { definition, row, context, write, saving, onClose } = props;
  const { t } = useTranslation('lists');
  const labelOf = useColumnLabel();
  const [key] = useState(() => row?.id ?? uuidv7());
  const [opened] = useState(row);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const saved = (name: string): string => {
    const column = definition.columns.find((one) => one.key === name);
    return row && column ? showCell(column, row[name], context) : '';
  };
  const type = (name: string, text: string): void => {
    setTexts({ ...texts, [name]: text });
    setErrors({ ...errors, [name]: '' });
  };
  const submit = async (): Promise<void> => {
    const draft: Draft = { key, isNew: !row, stage: 'typed', texts, before: {}, refused: {} };
    const { values, problems, missing } = judge(draft, definition, context);
    const wrong = Object.entries(problems).map(([name, { code }]) => [
      name,
      t(`problem.${code === 'refused' ? 'unknown' : code}`, { text: texts[name] }),
    ]);
    const empty = missing.map((name) => [name, t('problem.required')]);
    setErrors(Object.fromEntries([...wrong, ...empty]));
    if (wrong.length + empty.length > 0) return;
    if (Object.keys(values).length === 0) return onClose();
    const [result] = await write([
      opened
        ? {
            id: key,
            values,
            based_on: Object.fromEntries(
              Object.keys(values).map((name) => [name, opened[name] ?? null]),
            ),
          }
        : { id: key, new: true, values },
    ]);
    if (!result) setErrors({ [definition.columns[0]?.key ?? '']: t('draft.failed') });
    else if (result.result !== 'error') onClose();
    else setErrors({ [result.column_name ?? Object.keys(values)[0] ?? '']: wordsOfResult(result) });
  };
  return (
    <FormDialog
      title={row ? titleOf(definition, row) || t(`list.${definition.name}`) : t('add')}
      error={null}
      busy={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      {definition.columns
        .filter(({ kind }) => kind.type !== 'count')
        .map((column) => {
          const options = optionsOf(column, context);
          const text = texts[column.key] ?? saved(column.key);
          return (
            <Field
              key={column.key}
              label={labelOf(column.key)}
              error={errors[column.key] || undefined}
              {...(column.required ? {} : { optional: t('optional') })}
            >
              {options ? (
                <Combobox
                  value={text || null}
                  onValueChange={(value) => type(column.key, value ?? '')}
                  options={[...new Set(options)].map((one) => ({ value: one, text: one }))}
                  placeholder={t('choose')}
                  {...(column.required ? {} : { clearLabel: t('nothing') })}
                />
              ) : (
                <Input
                  value={text}
                  inputMode={column.kind.type === 'number' ? 'decimal' : undefined}
                  onChange={(event) => type(column.key, event.target.value)}
                />
              )}
            </Field>
          );
        })}
    </FormDialog>
  );
}
