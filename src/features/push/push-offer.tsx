import { useQuery } from '@tanstack/react-query';
import { BellRing, X } from 'lucide-react';
import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { pushStateQuery } from '@/entities/push/push-state';
import { useTurnOnPush } from '@/entities/push/use-push';
import { useSession } from '@/entities/session/use-session';
import { useTranslation } from '@/lib/use-translation';

interface Props {
  onDismiss: () => void;
}

/** Once, to somebody who works with the clock: what notifications are for. The browser asks only after a tap. */
export function PushOffer({ onDismiss }: Props) {
  const { t } = useTranslation('push');
  const { user } = useSession();
  const { data } = useQuery({ ...pushStateQuery(user?.id ?? ''), enabled: Boolean(user) });
  const turnOn = useTurnOnPush();
  const isHomeScreen = data?.state === 'needs-home-screen';
  if (!user || (data?.state !== 'off' && !isHomeScreen)) return null;
  return (
    <section
      aria-label={t('offer.label')}
      className="relative rounded-card border bg-surface p-4 pr-12 shadow-card"
    >
      <p className="flex items-start gap-2.5 text-sm">
        <BellRing className="mt-0.5 size-4.5 shrink-0 text-primary" aria-hidden="true" />
        {t(isHomeScreen ? 'offer.homeScreen' : 'off.why')}
      </p>
      {turnOn.isError || turnOn.data === 'not-allowed' ? (
        <Notice tone="attention" className="mt-3">
          {t(turnOn.isError ? 'offer.failed' : 'off.notAllowed')}
        </Notice>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {isHomeScreen ? (
          <Button asChild variant="primary">
            <Link to="/settings?tab=notifications&card=push:title">{t('offer.show')}</Link>
          </Button>
        ) : (
          <Button variant="primary" busy={turnOn.isPending} onClick={() => turnOn.mutate(user.id)}>
            {t('off.turnOn')}
          </Button>
        )}
        <Button onClick={onDismiss}>{t('offer.later')}</Button>
      </div>
      <Button
        size="icon"
        variant="ghost"
        className="absolute top-2 right-2"
        aria-label={t('offer.dismiss')}
        onClick={onDismiss}
      >
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}
