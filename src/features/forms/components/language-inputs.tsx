import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import type { BothLanguages } from '@/entities/form/form-definition';

export interface LanguageInputsProps {
  label: string;
  spanish: string;
  value: BothLanguages | undefined;
  onValueChange: (words: BothLanguages) => void;
  long?: boolean;
  error?: string | undefined;
}

/** One text in English and Spanish, side by side where there is room. */
export function LanguageInputs({
  label,
  spanish,
  value = { en: '', es: '' },
  onValueChange,
  long = false,
  error,
}: LanguageInputsProps) {
  const Control = long ? Textarea : Input;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={label} error={value.en.trim() ? undefined : error}>
        <Control
          value={value.en}
          onChange={(event: { target: { value: string } }) =>
            onValueChange({ ...value, en: event.target.value })
          }
        />
      </Field>
      <Field label={spanish} error={value.es.trim() ? undefined : error}>
        <Control
          value={value.es}
          lang="es"
          onChange={(event: { target: { value: string } }) =>
            onValueChange({ ...value, es: event.target.value })
          }
        />
      </Field>
    </div>
  );
}
