import type { FormOf } from '@/components/form/use-form';
import { DateInput } from '@/components/shared/date-input';
import { TimeInput } from '@/components/shared/time-input';
import { Field } from '@/components/ui/field';
import type { BulletinDraft } from '@/features/bulletin/bulletin-draft';
import { useTranslation } from '@/lib/use-translation';

/** When it comes out and when it goes; both may stay empty. */
export function PublishFields({ form }: { form: FormOf<BulletinDraft> }) {
  const { t } = useTranslation('bulletin');
  return (
    <>
      <div className="grid grid-cols-[1fr_7rem] gap-2">
        <Field label={t('field.publishDate')} hint={t('field.publishHint')}>
          <DateInput {...form.value('date')} />
        </Field>
        <Field label={t('field.publishTime')}>
          <TimeInput {...form.value('time')} />
        </Field>
      </div>
      <Field label={t('field.until')} optional>
        <DateInput {...form.value('until')} />
      </Field>
    </>
  );
}
