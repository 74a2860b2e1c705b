import { BareForm, FormFailure } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Wordmark } from '@/components/shared/wordmark';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { usePair } from '@/features/kiosk/api/pair';
import { useTranslation } from '@/lib/use-translation';

/** A tablet that is not paired, or was revoked: asks for the code of a manager. */
export function Pairing() {
  const { t } = useTranslation('kiosk');
  const pair = usePair();
  const form = useForm({
    initial: { code: '' },
    submit: ({ code }) => pair.mutateAsync(code),
  });
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <BareForm form={form} className="grid w-full max-w-md gap-5">
        <Wordmark size="large" />
        <div>
          <h1 className="font-[680] text-xl tracking-[-0.02em]">{t('pair.title')}</h1>
          <p className="mt-1 text-muted">{t('pair.text')}</p>
        </div>
        <FormFailure form={form} />
        <Field label={t('pair.code')}>
          <Input
            {...form.text('code')}
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={12}
            placeholder="ABCD-2345"
            className="h-14! text-center text-xl tracking-[0.15em]"
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="huge"
          busy={form.busy}
          disabled={!form.values.code.trim()}
        >
          {t('pair.submit')}
        </Button>
      </BareForm>
    </main>
  );
}
