import { useState } from 'react';
import { Link } from 'react-router';
import { Form } from '@/components/form/form';
import { FieldError, useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import {
  type Content,
  type MessageLink,
  type Refusal,
  useOpenLink,
  useSendCode,
} from '@/features/message-links/api/message-link';
import { useTranslation } from '@/lib/use-translation';

export interface ProofFormProps {
  code: string;
  link: MessageLink;
  onOpened: (pass: string, content: Content | null) => void;
  onRefused: (reason: Refusal) => void;
}

/** The PIN, or a code that goes to the phone. */
export function ProofForm({ link, onRefused, ...props }: ProofFormProps) {
  const { t } = useTranslation('message-link');
  const send = useSendCode();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<'wait' | 'too_many' | 'no_phone' | null>(null);
  const digits = link.phone_ends_with ?? null;

  const sendCode = async (): Promise<void> => {
    const answer = await send.mutateAsync(props.code);
    setProblem(null);
    if (answer.result === 'sent') setSentTo(answer.phone_ends_with);
    else if (isSendProblem(answer.result)) setProblem(answer.result);
    else onRefused(answer.result);
  };

  return (
    <>
      {sentTo && <Notice tone="info">{t('proof.codeSent', { digits: sentTo })}</Notice>}
      {problem && <Notice tone="attention">{t(`sendFailed.${problem}`)}</Notice>}
      {sentTo ? (
        <SecretForm key="code" kind="text_code" onRefused={onRefused} {...props} />
      ) : (
        link.has_pin && <SecretForm key="pin" kind="pin" onRefused={onRefused} {...props} />
      )}
      {!link.has_pin && !sentTo && (
        <p className="text-muted text-sm">
          {digits ? t('proof.codeOnlyText', { digits }) : t('proof.noProof')}
        </p>
      )}
      <div className="grid gap-2">
        {digits && (
          <Button
            size="large"
            block
            variant={link.has_pin || sentTo ? 'outline' : 'primary'}
            busy={send.isPending}
            onClick={() => void sendCode().catch(() => undefined)}
          >
            {t(sentTo ? 'proof.again' : link.has_pin ? 'proof.sendCode' : 'proof.sendCodeOnly')}
          </Button>
        )}
        {sentTo && link.has_pin && (
          <Button variant="ghost" size="large" block onClick={() => setSentTo(null)}>
            {t('proof.usePin')}
          </Button>
        )}
        <Button asChild variant="ghost" size="large" block>
          <Link to={link.path ?? '/'}>{t('proof.signIn')}</Link>
        </Button>
      </div>
    </>
  );
}

function isSendProblem(result: string): result is 'wait' | 'too_many' | 'no_phone' {
  return result === 'wait' || result === 'too_many' || result === 'no_phone';
}

type SecretFormProps = Omit<ProofFormProps, 'link'> & { kind: 'pin' | 'text_code' };

function SecretForm({ code, kind, onOpened, onRefused }: SecretFormProps) {
  const { t } = useTranslation('message-link');
  const open = useOpenLink();
  const isPin = kind === 'pin';
  const form = useForm({
    initial: { secret: '' },
    read: ({ secret }, wrong) =>
      secret.trim() || wrong('secret', t(isPin ? 'proof.pinMissing' : 'proof.codeMissing')),
    submit: async (secret) => {
      const answer = await open.mutateAsync({ code, kind, secret });
      if (answer.result === 'wrong') {
        throw new FieldError('secret', t('proof.wrong', { count: answer.tries_left }));
      }
      return answer;
    },
    done: (answer) => {
      if (answer.result === 'ok') onOpened(answer.pass, answer.content);
      else onRefused(answer.result);
    },
  });
  return (
    <Form form={form} className="grid gap-4">
      {isPin && <p className="text-muted text-sm">{t('proof.pinText')}</p>}
      <Field label={t(isPin ? 'proof.pin' : 'proof.code')}>
        <Input
          {...form.text('secret')}
          type={isPin ? 'password' : 'text'}
          inputMode="numeric"
          maxLength={isPin ? 8 : 7}
          autoComplete={isPin ? 'off' : 'one-time-code'}
          className="tabular text-lg tracking-[0.2em]"
        />
      </Field>
      <Button type="submit" variant="primary" size="large" block busy={form.busy}>
        {t('proof.open')}
      </Button>
    </Form>
  );
}
