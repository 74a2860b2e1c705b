import { Eye } from 'lucide-react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useTranslation } from '@/lib/use-translation';

/** Positions show only after saying why: the people see who looked, when and for what. */
export function AccessForm({ busy, onLook }: { busy: boolean; onLook: (purpose: string) => void }) {
  const { t } = useTranslation('map');
  const reasons = [t('look.checkTime'), t('look.safety'), t('look.customer')];
  const form = useForm({
    initial: { purpose: '' },
    read: ({ purpose }, wrong) => purpose.trim() || wrong('purpose', t('look.missing')),
    submit: onLook,
  });
  return (
    <Form form={form} discardable className="grid gap-3 px-5 py-4 max-md:px-4">
      <Field label={t('look.purpose')} hint={t('look.hint')}>
        <Input {...form.text('purpose')} maxLength={200} list="look-reasons" autoComplete="off" />
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
    </Form>
  );
}
