import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { useRecordTextConsent } from '@/entities/texts/text-writes';
import { useViewer } from '@/entities/viewer/use-viewer';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface RecordConsentDialogProps {
  employeeId: string;
  name: string;
  onClose: () => void;
}

/** What a person without an account agreed to, on paper or in person. */
export function RecordConsentDialog({ employeeId, name, onClose }: RecordConsentDialogProps) {
  const { t, language } = useTranslation('texts');
  const { company } = useViewer();
  const record = useRecordTextConsent();
  const today = dateOf(serverNow(), company?.time_zone ?? 'UTC');
  const form = useForm({
    initial: {
      wording: t('consent.wording', { company: company?.name ?? '' }),
      // The one the wording below is in.
      language: language as string,
      givenOn: today as string | null,
      note: '',
    },
    read: ({ wording, givenOn, note, ...rest }, wrong) => ({
      ...rest,
      employeeId,
      wording: wording.trim().length < 20 ? wrong('wording', t('record.wordingMissing')) : wording,
      givenOn:
        !givenOn || givenOn === 'invalid' || givenOn > today
          ? wrong('givenOn', t('failure.text_consent_date_wrong'))
          : givenOn,
      note: note.trim().length < 3 ? wrong('note', t('failure.text_consent_note_missing')) : note,
    }),
    submit: (consent) => record.mutateAsync(consent),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('record.title', { name })}
      description={t('record.text')}
      save={t('record.save')}
      onClose={onClose}
    >
      <Field label={t('record.wording')} hint={t('record.wordingHint')} className="sm:col-span-2">
        <Textarea {...form.text('wording')} rows={4} maxLength={2000} />
      </Field>
      <Field label={t('record.note')} hint={t('record.noteHint')} className="sm:col-span-2">
        <Input {...form.text('note')} maxLength={500} />
      </Field>
      <Field label={t('record.day')}>
        <DateInput {...form.value('givenOn')} />
      </Field>
      <Field label={t('record.language')}>
        <Select
          {...form.value('language')}
          options={(['en', 'es'] as const).map((value) => ({
            value,
            label: t(`record.languageOption.${value}`),
          }))}
        />
      </Field>
    </FormDialog>
  );
}
