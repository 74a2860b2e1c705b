import { type ChangeEvent, useEffect, useState } from 'react';
import { NumberInput } from '@/components/form/number-input';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { ChoiceButtons, MAX_CHOICE_BUTTONS } from '@/components/ui/choice-buttons';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { CustomField, CustomTable, CustomValues } from '@/entities/custom-field/custom-field';
import { useCustomFields } from '@/entities/custom-field/custom-fields-query';
import {
  CUSTOM_NUMBER,
  problemOf,
  typedValue,
  withValue,
} from '@/entities/custom-field/read-custom';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { useOwnName } from '@/lib/own-name';
import { useTranslation } from '@/lib/use-translation';

const NONE = 'none';

interface CustomInputProps {
  field: CustomField;
  value: unknown;
  onValueChange: (value: string | number | null | undefined) => void;
  disabled?: boolean | undefined;
  error?: string | undefined;
  isBig: boolean;
}

function CustomInput(props: CustomInputProps) {
  const { field, value, onValueChange, disabled, error, isBig } = props;
  const { t } = useTranslation('custom-fields');
  const ownName = useOwnName();
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  const label = { label: ownName(field), optional: !field.required, error };
  const choices = field.choices
    .filter(({ id, archived }) => !archived || id === value)
    .map((choice) => ({ value: choice.id, label: ownName(choice) }));
  if (field.kind === 'choice' && isBig && choices.length <= MAX_CHOICE_BUTTONS)
    return (
      <ChoiceButtons
        label={ownName(field)}
        choices={choices}
        value={typeof value === 'string' ? value : null}
        onValueChange={onValueChange}
        error={error}
      />
    );
  if (field.kind === 'choice')
    return (
      <Field {...label}>
        <Select
          disabled={disabled ?? false}
          value={typeof value === 'string' ? value : field.required ? undefined : NONE}
          placeholder={t('choose')}
          onValueChange={(next) => onValueChange(next === NONE ? undefined : next)}
          options={[...(field.required ? [] : [{ value: NONE, label: t('none') }]), ...choices]}
        />
      </Field>
    );
  if (field.kind === 'date')
    return (
      <Field {...label}>
        <DateInput
          disabled={disabled ?? false}
          value={(value ?? null) as DateInputValue}
          onValueChange={onValueChange}
        />
      </Field>
    );
  const text = {
    disabled,
    value: typed,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setTyped(target.value);
      onValueChange(typedValue(field, target.value));
    },
  };
  return (
    <Field {...label}>
      {field.kind === 'number' ? (
        <NumberInput {...text} limits={CUSTOM_NUMBER} />
      ) : (
        <Input {...text} maxLength={500} />
      )}
    </Field>
  );
}

export interface CustomInputsProps {
  fields: readonly CustomField[];
  values: CustomValues;
  onValuesChange: (values: CustomValues) => void;
  disabled?: boolean | undefined;
  /** Whether Save was pressed: what is wrong stands in its field from then on. */
  attempted: boolean;
  /** A few choices are buttons for a glove. */
  isBig?: boolean;
  /** What is wrong, in one sentence; null: nothing. */
  onProblem: (problem: string | null) => void;
}

/** One field for each question, in the columns of the form around. */
export function CustomInputs({ fields, values, onProblem, ...props }: CustomInputsProps) {
  const { t } = useTranslation('custom-fields');
  const problems = fields.map((field) => problemOf(field, values[field.id]));
  const first = problems.find((problem) => problem !== null) ?? null;
  useEffect(() => {
    onProblem(first && t(`problem.${first}`));
    return () => onProblem(null);
  }, [first, onProblem, t]);
  return fields.map((field, index) => {
    const problem = problems[index];
    return (
      <CustomInput
        key={field.id}
        field={field}
        value={values[field.id]}
        disabled={props.disabled}
        isBig={props.isBig ?? false}
        error={props.attempted && problem ? t(`problem.${problem}`) : undefined}
        onValueChange={(next) => props.onValuesChange(withValue(values, field.id, next))}
      />
    );
  });
}

export interface TableInputsProps extends Omit<CustomInputsProps, 'fields'> {
  table: CustomTable;
}

/** The fields of a table: those for the office are managers' alone. */
export default function TableInputs({ table, ...props }: TableInputsProps) {
  const privileged = useIsPrivileged();
  const fields = useCustomFields(table).filter(({ shown }) => privileged || shown === 'phone');
  return <CustomInputs fields={fields} {...props} />;
}
