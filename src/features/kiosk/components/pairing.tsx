import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Wordmark } from '@/components/shared/wordmark';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { usePair } from '@/features/kiosk/api/pair';
import { errorWords } from '@/lib/errors';

/** A tablet that is not paired, or was revoked: asks for the code of a manager. */
export function Pairing() {
  const { t } = useTranslation('kiosk');
  const pair = usePair();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) pair.mutate(code);
  };
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-10">
      <form onSubmit={submit} className="grid w-full max-w-md gap-5">
        <Wordmark size="large" />
        <div>
          <h1 className="font-[680] text-xl tracking-[-0.02em]">{t('pair.title')}</h1>
          <p className="mt-1 text-muted">{t('pair.text')}</p>
        </div>
        {pair.error && <Notice tone="danger">{errorWords(pair.error)}</Notice>}
        <Field label={t('pair.code')}>
          <Input
            value={code}
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={12}
            placeholder="ABCD-2345"
            className="h-14! text-center text-xl tracking-[0.15em]"
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="huge"
          busy={pair.isPending}
          disabled={!code.trim()}
        >
          {t('pair.submit')}
        </Button>
      </form>
    </main>
  );
}
