import { useQuery } from '@tanstack/react-query';
import { FileText, Mail, UserRoundPlus } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { late } from '@/components/shared/late';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { ticketListQuery } from '@/features/tickets/api/queries';
import { useReviseTicket } from '@/features/tickets/api/write-ticket';
import { ChangedTime } from '@/features/tickets/components/changed-time';
import { Facts } from '@/features/tickets/components/draft-ticket';
import { History } from '@/features/tickets/components/history';
import { LinkDialog } from '@/features/tickets/components/link-dialog';
import { PhotosPart } from '@/features/tickets/components/photos-part';
import { WitnessDialog } from '@/features/tickets/components/witness-dialog';
import { useTicketPdf } from '@/features/tickets/files/use-ticket-pdf';
import { copyTexts } from '@/features/tickets/sign/copy-texts';
import { ShownLines } from '@/features/tickets/sign/shown-lines';
import type { Ticket } from '@/features/tickets/ticket';
import { useTradeOf } from '@/features/tickets/use-trade-of';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const HandOver = late(() => import('@/features/tickets/sign/hand-over'));

/** What the customer answered, frozen as it was shown; what can follow. */
export function AnsweredTicket({ ticket, isWaiting }: { ticket: Ticket; isWaiting: boolean }) {
  const { t, language } = useTranslation('tickets');
  const navigate = useNavigate();
  const companyId = useViewer().company?.id ?? '';
  const revise = useReviseTicket();
  const pdf = useTicketPdf();
  const [open, setOpen] = useState<'link' | 'sign' | 'witness' | null>(null);
  const { fields } = ticket;
  const tradeOf = useTradeOf(fields);
  const listed = useQuery(ticketListQuery(companyId)).data?.find(({ id }) => id === ticket.id);
  const isRefused = ticket.signed_at === null;
  const close = () => setOpen(null);
  const makeRevision = (
    <Button
      disabled={isWaiting || ticket.status === 'billed'}
      busy={revise.isPending}
      onClick={() =>
        revise.mutate(ticket.id, { onSuccess: ({ id }) => void navigate(`/tickets/${id}`) })
      }
    >
      {t('revise')}
    </Button>
  );
  return (
    <>
      <Answer ticket={ticket} />
      {isWaiting && <Notice>{t('stored.phone')}</Notice>}
      {listed?.revision_id ? (
        <Notice
          action={
            <Link className="text-primary hover:underline" to={`/tickets/${listed.revision_id}`}>
              {t('revision.open')}
            </Link>
          }
        >
          {t(listed.is_superseded ? 'revision.superseded' : 'revision.begun')}
        </Notice>
      ) : (
        <ChangedTime ticket={ticket} action={makeRevision} />
      )}
      {ticket.revises_id && (
        <Notice
          action={
            <Link className="text-primary hover:underline" to={`/tickets/${ticket.revises_id}`}>
              {t('revision.openBefore')}
            </Link>
          }
        >
          {t('revision.of')}
        </Notice>
      )}
      <Facts fields={fields} />
      <ShownLines
        t={copyTexts(language)}
        ticket={{
          ...fields,
          company: '',
          project: '',
          number: '',
          directed: { name: '', title: '', company: '' },
          lines: fields.lines.map((line) => ({ ...line, trade: tradeOf(line.id) })),
          photos: 0,
        }}
      />
      <PhotosPart ticket={ticket} />
      <History ticket={ticket} />
      {isRefused && !ticket.witness_name && !isWaiting && (
        <Button size="large" block onClick={() => setOpen('witness')}>
          <UserRoundPlus aria-hidden="true" />
          {t('witness.add')}
        </Button>
      )}
      <div className="flex flex-wrap gap-3">
        {!listed?.revision_id && makeRevision}
        <Button disabled={isWaiting} onClick={() => void pdf(ticket.id)}>
          <FileText aria-hidden="true" />
          {t('pdf')}
        </Button>
        {ticket.status === 'refused' && !isWaiting && (
          <>
            <Button onClick={() => setOpen('sign')}>{t('letSign')}</Button>
            <Button variant="primary" onClick={() => setOpen('link')}>
              <Mail aria-hidden="true" />
              {t('link.ask')}
            </Button>
          </>
        )}
      </div>
      {open === 'link' && <LinkDialog ticket={ticket} onClose={close} />}
      {open === 'witness' && <WitnessDialog ticketId={ticket.id} onClose={close} />}
      {open === 'sign' && (
        <Suspense>
          <HandOver ticket={ticket} tradeOf={tradeOf} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Signed or refused: a result either way. */
function Answer({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  // The person who handed the phone over stands at the button, and the result stands at the top.
  useEffect(() => {
    // Newer browsers answer with a promise, which is no way to end an effect.
    void window.scrollTo({ top: 0 });
  }, []);
  if (ticket.signed_at !== null) {
    return (
      <Card className="px-4 py-3">
        <p className="font-[650] text-success-strong">
          {t('answer.signed', { name: ticket.signed_name ?? '' })}
        </p>
        <p className="text-muted text-sm">
          {[
            ticket.signed_title,
            format.dateTime(ticket.signed_at),
            ticket.signed_through === 'link' && t('answer.throughLink'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {ticket.signature_path && (
          <svg
            role="img"
            aria-label={t('answer.signature')}
            viewBox="0 0 300 100"
            className="mt-2 max-w-80"
          >
            <path d={ticket.signature_path} className="fill-none stroke-2 stroke-foreground" />
          </svg>
        )}
      </Card>
    );
  }
  return (
    <div role="status" className="rounded-card border border-danger/30 bg-danger-soft px-4 py-3">
      <p className="font-[650] text-danger">
        {t('answer.refused', { name: ticket.refused_name ?? '' })}
      </p>
      <p>“{ticket.refusal_reason}”</p>
      <p className="text-muted text-sm">
        {[
          ticket.refused_title,
          ticket.refused_at && format.dateTime(ticket.refused_at),
          ticket.witness_name && t('answer.witness', { name: ticket.witness_name }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="mt-2 text-sm">{t('answer.frozen')}</p>
    </div>
  );
}
