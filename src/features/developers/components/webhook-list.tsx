import { Fragment } from 'react';
import { Badge } from '@/components/ui/badge';
import type { Webhook } from '@/features/developers/api/webhooks';
import { STATE_TONES, shortUrl, stateOf } from '@/features/developers/webhook-state';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface WebhookListProps {
  webhooks: readonly Webhook[];
  chosenId: string;
  onChoose: (id: string) => void;
}

export function WebhookList({ webhooks, chosenId, onChoose }: WebhookListProps) {
  const { t } = useTranslation('webhooks');
  return (
    <ul className="divide-y">
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <button
            type="button"
            aria-current={webhook.id === chosenId}
            onClick={() => onChoose(webhook.id)}
            className={cn(
              'block w-full border-transparent border-l-3 px-5 py-3 text-left hover:bg-border/40',
              webhook.id === chosenId && 'border-l-primary bg-primary-soft hover:bg-primary-soft',
            )}
          >
            <span className="flex items-start justify-between gap-3">
              <span className="min-w-0 font-[620] [overflow-wrap:anywhere]">
                <Address url={webhook.url} />
              </span>
              <Badge tone={STATE_TONES[stateOf(webhook)]}>{t(`state.${stateOf(webhook)}`)}</Badge>
            </span>
            {webhook.description !== '' && (
              <span className="block text-sm">{webhook.description}</span>
            )}
            <Summary webhook={webhook} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Lines end after a slash where they can. */
function Address({ url }: { url: string }) {
  return shortUrl(url)
    .split(/(?<=\/)/)
    .map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have no other name
      <Fragment key={place}>
        {part}
        <wbr />
      </Fragment>
    ));
}

function Summary({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { events, project_ids: projects, off_since: since, off_reason: reason } = webhook;
  if (since && reason !== 'paused') {
    return (
      <span className="block text-muted text-sm">
        {t(reason === 'gone' ? 'offGone' : 'offFailing', { date: format.date(since.slice(0, 10)) })}
      </span>
    );
  }
  const [only] = events;
  return (
    <span className="block text-muted text-sm">
      {events.length === 1 ? only : t('events', { count: events.length })}
      {' · '}
      {projects.length === 0 ? t('allProjects') : t('projects', { count: projects.length })}
    </span>
  );
}
