import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { useTranslation } from '@/lib/use-translation';

interface PemFieldProps {
  label: string;
  hint: string;
  name: string;
  value: string;
  onValueChange: (text: string) => void;
}

const MAX_BYTES = 20_000;

/** A certificate or a key: pasted, or read from a file on this device. */
export function PemField({ label, hint, name, value, onValueChange }: PemFieldProps) {
  const { t } = useTranslation('accounting-payroll');
  const file = useRef<HTMLInputElement>(null);
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    target.value = '';
    if (chosen) onValueChange(await chosen.slice(0, MAX_BYTES).text());
  };
  return (
    <Field
      label={label}
      hint={hint}
      aside={
        <>
          <input
            ref={file}
            type="file"
            hidden
            accept=".pem,.crt,.cer,.key,.txt"
            aria-label={t('fileOf', { name: label })}
            onChange={read}
          />
          <Button size="small" onClick={() => file.current?.click()}>
            <Upload aria-hidden="true" />
            {t('chooseFile')}
            <span className="sr-only">{label}</span>
          </Button>
        </>
      }
    >
      <Textarea
        name={name}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        rows={4}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_BYTES}
        placeholder="-----BEGIN …"
        className="max-h-48 overflow-auto font-mono text-xs"
      />
    </Field>
  );
}
