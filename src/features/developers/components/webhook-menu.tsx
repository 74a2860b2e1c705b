import { Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import {
  useDeleteWebhook,
  useSwitchWebhook,
  type Webhook,
} from '@/features/developers/api/webhooks';
import { shortUrl } from '@/features/developers/webhook-state';
import { useTranslation } from '@/lib/use-translation';

export interface WebhookMenuProps {
  webhook: Webhook;
  onEdit: () => void;
}

export function WebhookMenu({ webhook, onEdit }: WebhookMenuProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  const [asks, setAsks] = useState(false);
  const turn = useSwitchWebhook();
  const remove = useDeleteWebhook();
  const { id, active, url } = webhook;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="small" aria-label={t('common:action.more')}>
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={onEdit}>
            <Pencil aria-hidden="true" />
            {t('common:action.edit')}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => turn.mutate({ id, active: !active })}>
            {active ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
            {t(active ? 'pause' : 'turnOn')}
          </DropdownMenuItem>
          <DropdownMenuItem tone="danger" onSelect={() => setAsks(true)}>
            <Trash2 aria-hidden="true" />
            {t('common:action.delete')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('deleteTitle', { url: shortUrl(url) })}
        description={t('deleteText')}
        confirmLabel={t('common:action.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSuccess: () => setAsks(false) })}
      />
    </>
  );
}
