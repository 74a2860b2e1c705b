import { useQuery } from '@tanstack/react-query';
import { Form } from '@/components/form/form';
import { FieldError, useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { pinQuery, useSetPin } from '@/entities/employee/pin-query';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** Sets the PIN for the kiosk: one's own, or as a manager that of others. A new one unlocks it. */
export function PinForm({ companyId, employeeId }: { companyId: string; employeeId: string }) {
  const { t } = useTranslation('common');
  const { data } = useQuery(pinQuery(companyId, employeeId));
  const set = useSetPin(employeeId);
  const form = useForm({
    initial: { pin: '' },
    submit: ({ pin }) =>
      set.mutateAsync(pin).catch((cause: unknown) => {
        throw new FieldError('pin', errorText(cause));
      }),
    done: () => form.reset({ pin: '' }),
  });
  const { pin } = form.values;
  const state = data ? (data.locked_at ? 'locked' : 'set') : 'none';
  return (
    <Form form={form} discardable className="flex items-end gap-2">
      <Field label={t('pin.label')} hint={t(`pin.${state}`)} className="max-w-80 flex-1">
        <Input
          {...form.text('pin')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          placeholder="••••"
          onChange={(event) => form.set({ pin: event.target.value.replaceAll(/\D/g, '') })}
        />
      </Field>
      <Button type="submit" className="mb-6" busy={form.busy} disabled={pin.length < 4}>
        {t('pin.save')}
      </Button>
    </Form>
  );
}
