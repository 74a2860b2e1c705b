import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { FieldError, useForm } from '@/components/form/use-form';
import { Combobox } from '@/components/shared/combobox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import {
  type CustomTable,
  type CustomValues,
  customOf,
} from '@/entities/custom-field/custom-field';
import { useCustomPart } from '@/entities/custom-field/use-custom-part';
import { ChosenProjects } from '@/entities/project/chosen-projects';
import { useProjectLimits } from '@/features/lists/api/project-limits';
import { figureLimits, optionsOf, showCell } from '@/features/lists/cell-values';
import { RowActions } from '@/features/lists/components/row-actions';
import { type Draft, judge } from '@/features/lists/drafts';
import {
  type ColumnKind,
  isReadOnly,
  type ListRow,
  titleOf,
} from '@/features/lists/list-definition';
import { resultText } from '@/features/lists/result-text';
import { useColumnLabel } from '@/features/lists/use-column-label';
import type { OpenList } from '@/features/lists/use-open-list';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

interface RecordDialogProps {
  list: OpenList;
  /** Null adds one. */
  row: ListRow | null;
  /** Where the screen has no place for them: archive, merge and the like. */
  withActions: boolean;
  onClose: () => void;
}

function TextOrNumber({ kind, ...props }: { kind: ColumnKind; value: string }) {
  return kind.type === 'number' ? (
    <NumberInput limits={figureLimits(kind.digits)} {...props} />
  ) : (
    <Input {...props} />
  );
}

/** A row as a form: on small screens the only way to change it. */
export function RecordDialog(props: RecordDialogProps) {
  const { list, row, withActions, onClose } = props;
  const { definition, context } = list;
  const { write } = list.editing;
  const { t } = useTranslation('lists');
  const labelOf = useColumnLabel();
  const [key] = useState(() => row?.id ?? uuidv7());
  const [opened] = useState(row);
  const limits = useProjectLimits(list, opened);
  // Lists without fields of the company's own draw nothing of them.
  const custom = useCustomPart(definition.name as CustomTable);
  const [customValues, setCustomValues] = useState<CustomValues>(() =>
    customOf({ custom: row?.['custom'] }),
  );
  const saved = (name: string): string => {
    const column = definition.columns.find((one) => one.key === name);
    return row && column ? showCell(column, row[name], context) : '';
  };
  const form = useForm({
    initial: {} as Record<string, string>,
    read: (texts, wrong) => {
      const draft: Draft = { key, isNew: !row, stage: 'typed', texts, before: {}, refused: {} };
      const { values, problems, missing } = judge(draft, definition, context);
      for (const [name, { code }] of Object.entries(problems))
        wrong(name, t(`problem.${code === 'refused' ? 'unknown' : code}`, { text: texts[name] }));
      for (const name of missing) wrong(name, t('problem.required'));
      const { custom: own } = custom.read({ custom: customValues }, wrong);
      return own && own !== opened?.['custom'] ? { ...values, custom: own } : values;
    },
    submit: async (values) => {
      const [first] = Object.keys(values);
      if (first === undefined) return limits.save(key);
      const before = Object.keys(values).map((name) => [name, opened?.[name] ?? null]);
      const [result] = await write([
        opened
          ? { id: key, values, based_on: Object.fromEntries(before) }
          : { id: key, new: true, values },
      ]);
      if (!result) throw new FieldError(definition.columns[0]?.key ?? '', t('draft.failed'));
      if (result.result === 'error')
        throw new FieldError(result.column_name ?? first, resultText(result));
      await limits.save(key);
    },
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={row ? titleOf(definition, row) || t(`list.${definition.name}`) : t('add')}
      onClose={onClose}
    >
      {definition.columns
        .filter(({ kind }) => !isReadOnly(kind))
        .map((column) => {
          const options = optionsOf(column, context);
          const control = {
            ...form.text(column.key),
            value: form.values[column.key] ?? saved(column.key),
          };
          return (
            <Field key={column.key} label={labelOf(column.key)} optional={!column.required}>
              {options ? (
                <Combobox
                  name={column.key}
                  value={control.value || null}
                  onValueChange={(value) => form.set({ [column.key]: value ?? '' })}
                  options={[...new Set(options)].map((one) => ({ value: one, text: one }))}
                  placeholder={t('choose')}
                  {...(column.required ? {} : { clearLabel: t('nothing') })}
                />
              ) : (
                <TextOrNumber kind={column.kind} {...control} />
              )}
            </Field>
          );
        })}
      {custom.part({
        values: { custom: customValues },
        set: (changes) => setCustomValues(changes.custom),
        attempts: form.attempts,
      })}
      {definition.name === 'cost_codes' && (
        <div className="sm:col-span-2">
          <ChosenProjects
            label={t('limits.label')}
            hint={t('limits.hint')}
            addLabel={t('limits.add')}
            removeLabel={(project) => t('limits.remove', { project })}
            value={limits.projectIds}
            onValueChange={limits.choose}
          />
        </div>
      )}
      {row && withActions && (
        <div className="sm:col-span-2">
          <RowActions
            definition={definition}
            rows={list.saved}
            selected={[row]}
            number={list.rows.findIndex((shown) => shown.key === row.id) + 1}
            readOnly={list.readOnly}
            onArchive={(ids) => list.editing.archive(ids).then(onClose)}
          />
        </div>
      )}
    </FormDialog>
  );
}
