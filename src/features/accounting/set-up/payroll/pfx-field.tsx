import { Upload } from 'lucide-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useTranslation } from '@/lib/use-translation';

interface PfxFieldProps {
  name: string;
  /** The file in base64; '' where none is chosen. */
  value: string;
  onValueChange: (base64: string) => void;
}

const MAX_BYTES = 20_000;

/** A certificate with its key in one file; it is opened by the server. */
export function PfxField({ name, value, onValueChange }: PfxFieldProps) {
  const { t } = useTranslation('accounting-payroll');
  const file = useRef<HTMLInputElement>(null);
  const chosenId = useId();
  const [chosen, setChosen] = useState('');
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [given] = target.files ?? [];
    target.value = '';
    if (!given) return;
    const bytes = new Uint8Array(await given.slice(0, MAX_BYTES).arrayBuffer());
    setChosen(given.name);
    onValueChange(btoa(String.fromCharCode(...bytes)));
  };
  return (
    <Field label={t('adp.pfx')} hint={t('adp.pfxHint')}>
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={file}
          type="file"
          hidden
          accept=".p12,.pfx"
          aria-label={t('fileOf', { name: t('adp.pfx') })}
          onChange={read}
        />
        <Button name={name} aria-describedby={chosenId} onClick={() => file.current?.click()}>
          <Upload aria-hidden="true" />
          {t('chooseFile')}
        </Button>
        <span id={chosenId} className="wrap-anywhere text-sm">
          {value === '' ? t('adp.noFile') : chosen}
        </span>
      </div>
    </Field>
  );
}
