import { Mail, Smartphone } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { late } from '@/components/shared/late';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CustomDetails } from '@/entities/custom-field/custom-details';
import { useDiscardTicket, useSaveTicket } from '@/features/tickets/api/write-ticket';
import { ChangedTime } from '@/features/tickets/components/changed-time';
import { FactsDialog } from '@/features/tickets/components/facts-dialog';
import { LinkDialog } from '@/features/tickets/components/link-dialog';
import { MaterialsPart } from '@/features/tickets/components/materials-part';
import { PhotosPart } from '@/features/tickets/components/photos-part';
import { WorkPart } from '@/features/tickets/components/work-part';
import { missingOf, type Ticket, type TicketFields } from '@/features/tickets/ticket';
import { useTradeOf } from '@/features/tickets/use-trade-of';
import { useTranslation } from '@/lib/use-translation';

const HandOver = late(() => import('@/features/tickets/sign/hand-over'));

/** Who directed it first, then what, people and machines, materials, photos; then the customer. */
export function DraftTicket({ ticket, isWaiting }: { ticket: Ticket; isWaiting: boolean }) {
  const { t } = useTranslation('tickets');
  const navigate = useNavigate();
  const save = useSaveTicket();
  const discard = useDiscardTicket();
  const [open, setOpen] = useState<'facts' | 'sign' | 'link' | 'discard' | null>(null);
  // What was changed here last, until the stored ticket has it.
  const [changes, setChanges] = useState<Partial<TicketFields>>({});
  const fields = { ...ticket.fields, ...changes };
  const shown: Ticket = { ...ticket, fields };
  const tradeOf = useTradeOf(fields);
  const change = (after: Partial<TicketFields>) => {
    setChanges((before) => ({ ...before, ...after }));
    save
      .mutateAsync({ id: ticket.id, after, before: fields })
      .catch(() => undefined)
      .finally(() =>
        setChanges((now) =>
          Object.fromEntries(
            Object.entries(now).filter(
              ([name, value]) => after[name as keyof TicketFields] !== value,
            ),
          ),
        ),
      );
  };
  const missing = missingOf(fields);
  // Before there is no signal to load it with.
  useEffect(HandOver.prefetch, []);
  const close = () => setOpen(null);
  return (
    <>
      <ChangedTime ticket={shown} />
      <Facts fields={fields} onChange={() => setOpen('facts')} />
      <WorkPart ticket={shown} onLinesChange={(lines) => change({ lines })} />
      <MaterialsPart ticket={shown} onLinesChange={(lines) => change({ lines })} />
      <PhotosPart ticket={shown} onPhotosChange={(photo_ids) => change({ photo_ids })} />
      {missing.length > 0 && (
        <Notice>
          {t('missing.text', { parts: missing.map((part) => t(`missing.${part}`)).join(', ') })}
        </Notice>
      )}
      <p className="flex items-center gap-2 text-muted text-sm">
        <Smartphone className="size-4 shrink-0" aria-hidden="true" />
        {t(isWaiting ? 'stored.phone' : 'stored.sent')}
      </p>
      <div className="sticky bottom-(--bottom-bar-height) z-10 flex flex-wrap gap-3 border-t bg-background py-3">
        <Button size="large" disabled={missing.length > 0} onClick={() => setOpen('link')}>
          <Mail aria-hidden="true" />
          {t('link.open')}
        </Button>
        <Button
          variant="primary"
          size="large"
          className="grow"
          disabled={missing.length > 0}
          onClick={() => setOpen('sign')}
        >
          {t('letSign')}
        </Button>
      </div>
      <Button
        variant="ghost"
        size="small"
        className="justify-self-start"
        onClick={() => setOpen('discard')}
      >
        {t('discard.open')}
      </Button>
      {open === 'facts' && <FactsDialog ticket={shown} onClose={close} onSaved={close} />}
      {open === 'link' && <LinkDialog ticket={shown} onClose={close} />}
      {open === 'sign' && (
        <Suspense>
          <HandOver ticket={shown} tradeOf={tradeOf} onClose={close} />
        </Suspense>
      )}
      <ConfirmDialog
        open={open === 'discard'}
        onOpenChange={close}
        title={t('discard.title')}
        description={t('discard.text')}
        confirmLabel={t('discard.confirm')}
        busy={discard.isPending}
        onConfirm={() =>
          discard.mutate(ticket.id, {
            onSuccess: () => void navigate('/tickets', { replace: true }),
          })
        }
      />
    </>
  );
}

/** Who told us, and what. */
export function Facts({ fields, onChange }: { fields: TicketFields; onChange?: () => void }) {
  const { t } = useTranslation('tickets');
  const who = [fields.directed_title, fields.directed_company].filter(Boolean).join(', ');
  return (
    <Card className="divide-y">
      <div className="px-4 py-3">
        <div className="flex items-center justify-between gap-3">
          <span className="text-muted text-sm">{t('facts.directedBy')}</span>
          {onChange && (
            <Button variant="link" size="small" onClick={onChange}>
              {t('facts.change')}
            </Button>
          )}
        </div>
        <p>
          <strong className="font-[650]">{fields.directed_by}</strong>
          {who && `, ${who}`}
        </p>
        {fields.directed_phone && <p className="text-muted text-sm">{fields.directed_phone}</p>}
      </div>
      <p className="whitespace-pre-wrap px-4 py-3">{fields.description}</p>
      {fields.location && <Fact label={t('facts.location')} value={fields.location} />}
      {fields.reference && <Fact label={t('facts.reference')} value={fields.reference} />}
      <CustomDetails table="extra_work_tickets" values={fields.custom} className="px-4 py-2.5" />
    </Card>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <p className="flex justify-between gap-3 px-4 py-2.5">
      <span className="text-muted text-sm">{label}</span>
      <span className="text-right">{value}</span>
    </p>
  );
}
