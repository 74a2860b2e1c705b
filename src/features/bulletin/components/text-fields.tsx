import type { FormOf } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import type { BulletinDraft } from '@/features/bulletin/bulletin-draft';
import { useTranslation } from '@/lib/use-translation';

/** English and Spanish side by side; Spanish may stay empty and everyone then reads English. */
export function TextFields({ form }: { form: FormOf<BulletinDraft> }) {
  const { t } = useTranslation('bulletin');
  return (
    <>
      <Field label={t('field.title')}>
        <Input {...form.text('title')} lang="en" maxLength={200} />
      </Field>
      <Field label={t('field.titleEs')} optional>
        <Input {...form.text('title_es')} lang="es" maxLength={200} />
      </Field>
      <Field label={t('field.body')} optional>
        <Textarea {...form.text('body')} lang="en" rows={6} maxLength={20_000} />
      </Field>
      <Field label={t('field.bodyEs')} optional>
        <Textarea {...form.text('body_es')} lang="es" rows={6} maxLength={20_000} />
      </Field>
    </>
  );
}
