import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

/** Positions show only after saying why: the people see who looked, when and for what. */
export function LookForm({ busy, onLook }: { busy: boolean; onLook: (purpose: string) => void }) {
  const { t } = useTranslation('map');
  const [purpose, setPurpose] = useState('');
  const [missing, setMissing] = useState(false);
  const reasons = [t('look.checkTime'), t('look.safety'), t('look.customer')];
  return (
    <form
      className="grid gap-3 px-5 py-4 max-md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (purpose.trim() === '') return setMissing(true);
        onLook(purpose.trim());
      }}
    >
      <Field
        label={t('look.purpose')}
        hint={t('look.hint')}
        error={missing && purpose.trim() === '' ? t('look.missing') : undefined}
      >
        <Input
          value={purpose}
          maxLength={200}
          list="look-reasons"
          autoComplete="off"
          onChange={(event) => setPurpose(event.target.value)}
        />
      </Field>
      <datalist id="look-reasons">
        {reasons.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
      <Button type="submit" busy={busy} className="justify-self-start">
        <Eye aria-hidden="true" />
        {t('look.show')}
      </Button>
    </form>
  );
}
