import { Send } from 'lucide-react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { type TestMail, useSendTestMail } from '@/features/settings/api/system';
import { errorText, toAppError } from '@/lib/errors';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

/** One mail to one's own address, and what the mail server said to it. */
export function SystemTestMail() {
  const { t } = useTranslation(['system', 'common']);
  const send = useSendTestMail();
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <Button size="small" busy={send.isPending} onClick={() => send.mutate()}>
        <Send aria-hidden="true" />
        {t('testMail.send')}
      </Button>
      {send.error && !send.isPending && (
        <Notice tone="danger" className="w-full" title={t('testMail.notTried')}>
          {toAppError(send.error).status === 429 ? t('testMail.tooMany') : refusal(send.error)}
        </Notice>
      )}
      {send.data && !send.isPending && <Outcome mail={send.data} />}
    </div>
  );
}

const refusal = (error: Error): string =>
  toAppError(error).code === 'no_email' ? translate('system:testMail.noEmail') : errorText(error);

function Outcome({ mail }: { mail: TestMail }) {
  const { t } = useTranslation('system');
  if (mail.result === 'sent') {
    return (
      <Notice tone="success" className="w-full" title={t('testMail.sent', { to: mail.to })}>
        {t('testMail.sentText')}
      </Notice>
    );
  }
  if (mail.result === 'captured') {
    return (
      <Notice tone="attention" className="w-full" title={t('testMail.captured')}>
        {t('testMail.capturedText')}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" className="w-full" title={t('testMail.failed', { server: mail.server })}>
      <p>{translate(`system:testMail.problem.${mail.problem}`)}</p>
      {mail.answer && (
        <p className="mt-1 text-muted [overflow-wrap:anywhere]">
          {t('testMail.answer')} <code className="text-xs">{mail.answer}</code>
        </p>
      )}
    </Notice>
  );
}
