import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Send } from 'lucide-react';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { deliveriesQuery, type TestResult, useSendTest } from '@/features/notifications/api/test';
import { CHANNELS } from '@/features/notifications/channels';
import { problemText } from '@/features/notifications/event-texts';
import { useTranslation } from '@/lib/use-translation';

/** Tries every channel the way a real notification goes. */
export function TestCard() {
  const { t } = useTranslation('notifications');
  const send = useSendTest();
  return (
    <SettingsCard title={t('test.title')} text={t('test.text')}>
      <Button busy={send.isPending} onClick={() => send.mutate()}>
        <Send aria-hidden="true" />
        {t(send.data ? 'test.again' : 'test.send')}
      </Button>
      {send.data && <Results key={send.data} notificationId={send.data} />}
    </SettingsCard>
  );
}

function Results({ notificationId }: { notificationId: string }) {
  const { t } = useTranslation('notifications');
  const { data = [] } = useQuery(deliveriesQuery(notificationId));
  return (
    <ul aria-live="polite" aria-label={t('test.title')} className="mt-3 divide-y border-t text-sm">
      <li className="flex items-start gap-3 py-2.5">
        <CircleCheck className="mt-0.5 size-4.5 text-success-strong" aria-hidden="true" />
        <span className="w-36 shrink-0 font-[550]">{t('reach.app')}</span>
        <span>{t('test.app')}</span>
      </li>
      {CHANNELS.map((channel) => (
        <li key={channel} className="flex items-start gap-3 py-2.5">
          <Result
            title={t(`reach.${channel}`)}
            result={data.find((one) => one.channel === channel)}
          />
        </li>
      ))}
    </ul>
  );
}

function Result({ title, result }: { title: string; result: TestResult | undefined }) {
  const { t } = useTranslation('notifications');
  const state = result?.status ?? 'waiting';
  return (
    <>
      {state === 'waiting' ? (
        <Spinner className="mt-0.5 size-4.5" />
      ) : state === 'failed' ? (
        <CircleAlert
          className="mt-0.5 size-4.5 shrink-0 text-attention-strong"
          aria-hidden="true"
        />
      ) : (
        <CircleCheck className="mt-0.5 size-4.5 shrink-0 text-success-strong" aria-hidden="true" />
      )}
      <span className="w-36 shrink-0 font-[550]">{title}</span>
      <span className="min-w-0 flex-1">
        {state === 'waiting'
          ? t('test.waiting')
          : state === 'failed'
            ? problemText(result?.error ?? '')
            : t(state === 'delivered' ? 'sent.is.delivered' : 'sent.is.sent')}
      </span>
    </>
  );
}
