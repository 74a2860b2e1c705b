import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useProject } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useAnswerTicket } from '@/features/tickets/api/write-ticket';
import type { ShownTicket } from '@/features/tickets/sign/shown-ticket';
import { type SheetAnswer, SignSheet } from '@/features/tickets/sign/sign-sheet';
import { type Ticket, ticketNumber } from '@/features/tickets/ticket';
import { isLocationShared, locationForPunch } from '@/lib/device-location';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

export interface HandOverProps {
  ticket: Ticket;
  /** Trade of each line that has one. */
  tradeOf: (lineId: string) => string;
  onClose: () => void;
}

/** The phone is handed to the customer: nothing else can be reached until they answer or give it back. */
export default function HandOver({ ticket, tradeOf, onClose }: HandOverProps) {
  const { t, language: shown } = useTranslation('tickets');
  const { company } = useViewer();
  const project = useProject(ticket.fields.project_id);
  const [language, setLanguage] = useState(shown);
  // What was said to the foreman would lie over the signature.
  useEffect(() => toast.dismiss(), []);
  const [shownAt] = useState(() => new Date(serverNow()).toISOString());
  const answer = useAnswerTicket(ticket.id, ticket.fields, shownAt);
  const { fields } = ticket;
  const content: ShownTicket = {
    ...fields,
    company: company?.name ?? '',
    project: project?.name ?? '',
    number: ticketNumber(ticket),
    directed: {
      name: fields.directed_by,
      title: fields.directed_title,
      company: fields.directed_company,
    },
    lines: fields.lines.map((line) => ({ ...line, trade: tradeOf(line.id) })),
    photos: fields.photo_ids.length,
  };
  const hasPlace = company?.capture_location === true && isLocationShared();
  const send = async (given: SheetAnswer) => {
    const place = hasPlace ? await locationForPunch() : null;
    await answer.mutateAsync({
      ...given,
      ...(place && {
        latitude: place.latitude,
        longitude: place.longitude,
        accuracy_m: place.accuracy_m,
      }),
    });
    onClose();
  };
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Content
          aria-describedby={undefined}
          // Nothing under it shows, so nothing is closed by a tap beside it.
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 overflow-y-auto bg-background"
        >
          <Primitive.Title className="sr-only">{t('handOver.title')}</Primitive.Title>
          <main className="mx-auto grid w-full max-w-[560px] gap-4 px-4 py-4 pb-10">
            <SignSheet
              ticket={content}
              language={language}
              onLanguageChange={setLanguage}
              hasPlace={hasPlace}
              handedOver={{ email: fields.directed_email ?? '' }}
              mayRefuse={ticket.status === 'draft'}
              onAnswer={send}
            />
            <Button variant="ghost" size="small" onClick={onClose}>
              <X aria-hidden="true" />
              {t('handOver.giveBack')}
            </Button>
          </main>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
