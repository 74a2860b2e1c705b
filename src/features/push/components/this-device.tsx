import { Bell, BellRing } from 'lucide-react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import type { PushState } from '@/entities/push/push-state';
import { isIos, pushEnvironment } from '@/entities/push/push-support';
import { useTurnOffPush, useTurnOnPush } from '@/entities/push/use-push';
import { HomeScreenGuide } from '@/features/push/components/home-screen-guide';
import { AppError, errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

interface Props {
  state: PushState;
  userId: string;
}

/** What this device can do, and the one tap that is needed for it. */
export function ThisDevice({ state, userId }: Props) {
  const { t } = useTranslation('push');
  if (state.state === 'on') return <TurnedOn endpoint={state.endpoint} />;
  if (state.state === 'off') return <TurnedOff userId={userId} />;
  if (state.state === 'needs-home-screen') return <HomeScreenGuide />;
  if (state.state === 'blocked') {
    const where = isIos(pushEnvironment()) ? 'blocked.ios' : 'blocked.browser';
    return (
      <Notice tone="attention" title={t('blocked.title')}>
        {t(where)}
      </Notice>
    );
  }
  return <Notice title={t(`${state.state}.title`)}>{t(`${state.state}.text`)}</Notice>;
}

function TurnedOn({ endpoint }: { endpoint: string }) {
  const { t } = useTranslation('push');
  const turnOff = useTurnOffPush();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <BellRing className="size-5 shrink-0 text-success-strong" aria-hidden="true" />
      <p className="min-w-40 flex-1 text-sm">{t('on.text')}</p>
      <Button busy={turnOff.isPending} onClick={() => turnOff.mutate(endpoint)}>
        {t('on.turnOff')}
      </Button>
      {turnOff.error && (
        <Notice tone="danger" className="w-full">
          {errorText(turnOff.error)}
        </Notice>
      )}
    </div>
  );
}

function TurnedOff({ userId }: { userId: string }) {
  const { t } = useTranslation('push');
  const turnOn = useTurnOnPush();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Bell className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <p className="min-w-40 flex-1 text-sm">{t('off.why')}</p>
      <Button variant="primary" busy={turnOn.isPending} onClick={() => turnOn.mutate(userId)}>
        {t('off.turnOn')}
      </Button>
      {turnOn.data === 'not-allowed' && (
        <Notice tone="attention" className="w-full">
          {t('off.notAllowed')}
        </Notice>
      )}
      {turnOn.error && (
        <Notice tone="danger" className="w-full">
          {turnOnProblem(turnOn.error)}
        </Notice>
      )}
    </div>
  );
}

/** Browsers say in their own words, in English, why they do not subscribe. */
function turnOnProblem(error: Error): string {
  return errorText(error instanceof DOMException ? new AppError('push_not_subscribed') : error);
}
