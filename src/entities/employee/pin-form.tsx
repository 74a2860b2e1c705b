import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { pinQuery, useSetPin } from '@/entities/employee/pin-query';
import { errorWords } from '@/lib/errors';

/** Sets the PIN for the kiosk: one's own, or as a manager that of others. A new one unlocks it. */
export function PinForm({ companyId, employeeId }: { companyId: string; employeeId: string }) {
  const { t } = useTranslation('common');
  const { data } = useQuery(pinQuery(companyId, employeeId));
  const set = useSetPin(employeeId);
  const [pin, setPin] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pin.length >= 4) set.mutate(pin, { onSuccess: () => setPin('') });
  };
  const state = data ? (data.locked_at ? 'locked' : 'set') : 'none';
  return (
    <form onSubmit={submit} className="flex items-end gap-2" noValidate>
      <Field
        label={t('pin.label')}
        hint={t(`pin.${state}`)}
        error={set.error ? errorWords(set.error) : undefined}
        className="max-w-80 flex-1"
      >
        <Input
          value={pin}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          placeholder="••••"
          onChange={(event) => setPin(event.target.value.replaceAll(/\D/g, ''))}
        />
      </Field>
      <Button type="submit" className="mb-6" busy={set.isPending} disabled={pin.length < 4}>
        {t('pin.save')}
      </Button>
    </form>
  );
}
