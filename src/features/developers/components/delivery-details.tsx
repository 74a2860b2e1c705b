import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import type { Delivery, Webhook } from '@/features/developers/api/webhooks';
import { AnswerBadge } from '@/features/developers/components/use-delivery-columns';
import { errorCode, errorDetails, messageId } from '@/features/developers/webhook-state';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface DeliveryDetailsProps {
  webhook: Webhook;
  delivery: Delivery;
  onClose: () => void;
}

/** What was sent, to the byte, and the beginning of what came back. */
export function DeliveryDetails({ webhook, delivery, onClose }: DeliveryDetailsProps) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { sent_at: sentAt, event, response, error } = delivery;
  const timestamp = sentAt ? Math.floor(Date.parse(sentAt) / 1000) : '…';
  const request = [
    `POST ${webhook.url}`,
    'content-type: application/json',
    `webhook-id: ${messageId(delivery)}`,
    `webhook-timestamp: ${timestamp}`,
    'webhook-signature: v1,…',
    '',
    JSON.stringify(event.payload, null, 2),
  ].join('\n');
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        width="large"
        title={event.type}
        description={
          sentAt ? t('details.sent', { time: format.dateTime(sentAt) }) : t('details.notSent')
        }
      >
        <DialogBody className="grid content-start gap-4 pb-5">
          <Part title={t('details.request')} content={request} />
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="font-[620] text-sm">{t('details.answer')}</h3>
            <AnswerBadge delivery={delivery} />
          </div>
          {error && delivery.response_code === null && (
            <p className="text-sm">
              {t(`errorText.${errorCode(delivery)}`)}{' '}
              <span className="break-words text-muted">{errorDetails(delivery)}</span>
            </p>
          )}
          {response && <Part title={t('details.beginning')} content={response} />}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Part({ title, content }: { title: string; content: string }) {
  return (
    <section>
      <h3 className="mb-1.5 font-[620] text-sm">{title}</h3>
      <pre className="max-h-80 overflow-auto whitespace-pre-wrap break-all rounded-small border bg-sunken p-3 font-mono text-xs">
        {content}
      </pre>
    </section>
  );
}
