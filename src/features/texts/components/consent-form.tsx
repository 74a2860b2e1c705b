import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { readableNumber } from '@/entities/texts/readable-number';
import type { TextStatus } from '@/entities/texts/text-status';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useGiveTextConsent } from '@/features/texts/api/own-texts';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Asks for the number and the consent; what is read here is what is stored. */
export function ConsentForm({ status }: { status: TextStatus }) {
  const { t, language } = useTranslation('texts');
  const format = useFormat();
  const { company } = useViewer();
  const give = useGiveTextConsent();
  const wording = t('consent.wording', { company: company?.name ?? '' });
  const form = useForm({
    initial: { phone: status.phone ?? '' },
    read: ({ phone }, wrong) => ({
      phone: phone.trim() || wrong('phone', t('consent.phoneMissing')),
    }),
    submit: ({ phone }) => give.mutateAsync({ phone, wording, language }),
    refusals: { phone_not_textable: ['phone', t('failure.phone_not_textable')] },
  });
  const { consent } = status;
  return (
    <Form form={form} className="grid gap-4">
      {consent?.ended_by && consent.ended_at && (
        <Notice tone={consent.ended_by === 'stop' ? 'attention' : 'info'}>
          {t(`ended.${consent.ended_by}`, { day: format.date(consent.ended_at.slice(0, 10)) })}
          {consent.ended_by === 'stop' && status.sender && (
            <> {t('consent.startToo', { sender: readableNumber(status.sender) })}</>
          )}
        </Notice>
      )}
      <Field label={t('consent.phone')} hint={t('consent.phoneHint')}>
        <Input
          {...form.text('phone')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
          className="max-w-72"
        />
      </Field>
      <p className="rounded-card border bg-surface px-4 py-3 text-sm" data-testid="text-wording">
        {wording}
      </p>
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('consent.agree')}
        </Button>
      </div>
    </Form>
  );
}
