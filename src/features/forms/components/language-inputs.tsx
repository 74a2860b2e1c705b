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

/** One text in English and Spanish, side by side where there is room. What is left empty has the text of the other. */
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
      <Field label={label} error={error}>
        <Control
          value={value.en}
          placeholder={value.es}
          onChange={(event: { target: { value: string } }) =>
            onValueChange({ ...value, en: event.target.value })
          }
        />
      </Field>
      <Field label={spanish}>
        <Control
          value={value.es}
          placeholder={value.en}
          lang="es"
          onChange={(event: { target: { value: string } }) =>
            onValueChange({ ...value, es: event.target.value })
          }
        />
      </Field>
    </div>
  );
}
