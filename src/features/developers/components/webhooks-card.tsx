import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SecretNotice } from '@/components/shared/secret-notice';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  useChangeSecret,
  useChangeWebhook,
  useCreateWebhook,
  type Webhook,
  webhooksQuery,
  webhooksServedQuery,
} from '@/features/developers/api/webhooks';
import { DeliveriesPane } from '@/features/developers/components/deliveries-pane';
import { WebhookDialog } from '@/features/developers/components/webhook-dialog';
import { WebhookList } from '@/features/developers/components/webhook-list';
import { shortUrl } from '@/features/developers/webhook-state';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const PARAM = 'webhook';

/** Addresses that are told what happens, and what became of each delivery. */
export function WebhooksCard() {
  const { t } = useTranslation('webhooks');
  const webhooks = useQuery(webhooksQuery(useViewer().company?.id ?? ''));
  const served = useQuery(webhooksServedQuery);
  const [params, setParams] = useSearchParams();
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [asked, setAsked] = useState<Webhook | null>(null);
  const create = useCreateWebhook();
  const change = useChangeWebhook();
  const secret = useChangeSecret();
  const choose = (id: string) =>
    setParams((before) => ({ ...Object.fromEntries(before), [PARAM]: id }), { replace: true });
  const chosen =
    webhooks.data?.find(({ id }) => id === params.get(PARAM)) ?? webhooks.data?.[0] ?? null;
  return (
    <Card className="mb-4 lg:grid lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className={chosen ? 'flex flex-col max-lg:border-b lg:border-r' : 'lg:col-span-2'}>
        <CardHeader
          title={t('title')}
          divided
          action={
            served.data && (
              <Button size="small" onClick={() => setEdited('new')}>
                <Plus aria-hidden="true" />
                {t('add')}
              </Button>
            )
          }
        />
        {served.data === false && (
          <Notice tone="attention" className="m-4" title={t('notServed')}>
            {t('failure.webhooks_not_served')}
          </Notice>
        )}
        <Loaded query={webhooks} skeleton={<ListSkeleton />}>
          {(rows) =>
            chosen ? (
              <WebhookList webhooks={rows} chosenId={chosen.id} onChoose={choose} />
            ) : (
              <EmptyState icon={WebhookIcon} title={t('none')} text={t('noneText')} />
            )
          }
        </Loaded>
        {chosen && <p className="mt-auto border-t px-5 py-3 text-muted text-sm">{t('schedule')}</p>}
      </div>
      {chosen && (
        <div className="flex min-w-0 flex-col">
          <ShownSecret made={create.data} changed={secret.data} chosenId={chosen.id} />
          <DeliveriesPane
            key={chosen.id}
            webhook={chosen}
            changeSecret={() => setAsked(chosen)}
            onEdit={() => setEdited(chosen)}
          />
        </div>
      )}
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? null : edited}
          save={async (settings) => {
            if (edited !== 'new') return change.mutateAsync({ opened: edited, settings });
            choose((await create.mutateAsync(settings)).id);
          }}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        tone="primary"
        title={t('secret.changeTitle', { url: shortUrl(asked?.url ?? '') })}
        description={t('secret.changeText')}
        confirmLabel={t('changeSecret')}
        busy={secret.isPending}
        onConfirm={() => asked && secret.mutate(asked, { onSuccess: () => setAsked(null) })}
      />
    </Card>
  );
}

interface ShownSecretProps {
  made: ReturnType<typeof useCreateWebhook>['data'];
  changed: ReturnType<typeof useChangeSecret>['data'];
  chosenId: string;
}

/** The newer of the two, while its webhook is in view. */
function ShownSecret({ made, changed, chosenId }: ShownSecretProps) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const common = {
    shownCharacters: 'whsec_'.length,
    copyLabel: t('secret.copy'),
    copied: t('secret.copied'),
  };
  if (changed?.id === chosenId) {
    const time = format.dateTime(changed.previous_until ?? '');
    return (
      <SecretNotice
        {...common}
        title={t('secret.changed', { url: shortUrl(changed.url) })}
        text={t('secret.previous', { time })}
        secret={changed.secret}
      />
    );
  }
  if (made?.id !== chosenId) return null;
  return (
    <SecretNotice
      {...common}
      title={t('secret.ready', { url: shortUrl(made.url) })}
      secret={made.secret}
    />
  );
}
