import { type FormEvent, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import {
  type CodeAnswer,
  type CodeResult,
  type LockedPortal,
  useEnterCode,
  useSendCode,
} from '@/features/portal/api/portal';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** For a link that belongs to an address: a code goes there, and whoever types it sees the page. */
export function CodeForm({ token, portal }: { token: string; portal: LockedPortal }) {
  const { t, language } = useTranslation('portal');
  const send = useSendCode(token, language);
  const enter = useEnterCode(token);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { company, sent_to: address } = portal;
  const isSent = send.data === 'sent' || send.data === 'wait';
  const failure = send.error ?? enter.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^\D*(\d\D*){6}$/.test(code)) return setProblem(t('code.missing'));
    setProblem(null);
    enter.mutate(code, { onSuccess: (answer) => setProblem(problemOf(answer)) });
  };
  const problemOf = ({ result, tries_left = 0 }: CodeAnswer): string | null => {
    if (result === 'ok') return null;
    if (result === 'wrong') return t('code.wrong', { count: tries_left });
    return t(`code.result.${result === 'code_over' ? result : 'closed'}`);
  };
  return (
    <Card>
      <CardHeader
        divided
        title={t('code.title')}
        description={t('code.text', { company, address })}
      />
      <CardBody>
        <form onSubmit={submit} noValidate className="grid justify-items-start gap-4">
          {isSent && (
            <>
              <p role="status">{t('code.sent', { address })}</p>
              <Field label={t('code.label')} error={problem ?? undefined}>
                <Input
                  value={code}
                  onChange={(event) => setCode(event.target.value)}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={12}
                  autoFocus
                />
              </Field>
            </>
          )}
          {send.data && send.data !== 'sent' && (
            <Notice tone="attention">{t(`code.result.${asKnown(send.data)}`, { company })}</Notice>
          )}
          {failure && <Notice tone="danger">{errorText(failure)}</Notice>}
          <div className="flex flex-wrap gap-2">
            {isSent && (
              <Button type="submit" variant="primary" busy={enter.isPending}>
                {t('code.open')}
              </Button>
            )}
            <Button
              variant={isSent ? 'outline' : 'primary'}
              busy={send.isPending}
              onClick={() => send.mutate()}
            >
              {t(isSent ? 'code.again' : 'code.send')}
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}

const asKnown = (result: Exclude<CodeResult, 'sent'>) =>
  result === 'wait' || result === 'too_many' || result === 'no_mail' ? result : 'closed';
