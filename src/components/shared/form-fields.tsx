import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { DateInput } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';

interface FormFieldProps<Values extends FieldValues> {
  // biome-ignore lint/suspicious/noExplicitAny: what the form makes of its values is its own affair
  control: Control<Values, any, any>;
  name: FieldPath<Values>;
  label: string;
}

/** One of a few values, in a form. */
export function ChoiceField<Values extends FieldValues>({
  control,
  name,
  label,
  options,
}: FormFieldProps<Values> & { options: readonly { value: string; label: string }[] }) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field label={label}>
          <Select value={field.value} onValueChange={field.onChange} options={options} />
        </Field>
      )}
    />
  );
}

/** A day, in a form. */
export function DateField<Values extends FieldValues>({
  control,
  name,
  label,
  optional,
  error,
}: FormFieldProps<Values> & { optional: string; error: string | undefined }) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Field label={label} optional={optional} error={error}>
          <DateInput value={field.value} onValueChange={field.onChange} />
        </Field>
      )}
    />
  );
}
