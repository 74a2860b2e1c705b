import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Link2Off } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageTitle } from '@/components/shared/page-title';
import { Wordmark } from '@/components/shared/wordmark';
import { Card } from '@/components/ui/card';
import {
  type LinkState,
  type TicketLink,
  ticketLinkQuery,
  useAnswerTicketLink,
} from '@/features/tickets/api/ticket-link';
import { LinkPhotos } from '@/features/tickets/link/link-photos';
import { copyTexts } from '@/features/tickets/sign/copy-texts';
import { type SheetAnswer, SignSheet } from '@/features/tickets/sign/sign-sheet';
import { ticketNumber } from '@/features/tickets/ticket';
import { changeLanguage, showLanguage } from '@/lib/i18n';
import type { Language } from '@/lib/languages';
import { storedLanguage } from '@/lib/languages';
import { useTranslation } from '@/lib/use-translation';

/** One ticket for whoever was mailed the link: no account, one answer. */
export function TicketLinkScreen() {
  const { token = '' } = useParams();
  const { language } = useTranslation();
  const link = useQuery(ticketLinkQuery(token));
  const t = copyTexts(language);
  const mailed = link.data?.language;
  useEffect(() => {
    // That of the mail, unless somebody chose another on this device.
    if (mailed && !storedLanguage()) void showLanguage(mailed);
  }, [mailed]);
  return (
    <>
      <PageTitle title={t('heading')} />
      <Wordmark size="large" className="mb-5" />
      <Loaded query={link} skeleton={<ListSkeleton />}>
        {(found) => (
          <Opened
            key={found.version}
            token={token}
            link={found}
            onChanged={() => void link.refetch()}
          />
        )}
      </Loaded>
    </>
  );
}

interface OpenedProps {
  token: string;
  link: TicketLink;
  onChanged: () => void;
}

function Opened({ token, link, onChanged }: OpenedProps) {
  const { language } = useTranslation();
  const t = copyTexts(language);
  const answer = useAnswerTicketLink(token);
  const [ended, setEnded] = useState<'signed' | 'refused' | LinkState | null>(
    link.state === 'open' ? null : link.state,
  );
  const [isChanged, setChanged] = useState(false);
  const { ticket } = link;
  if (ended === 'signed' || ended === 'refused') {
    return (
      <Card>
        <EmptyState
          icon={CircleCheck}
          title={t(`ended.${ended}`)}
          titleAs="h1"
          text={t('ended.copy')}
        />
      </Card>
    );
  }
  if (ended || !ticket) {
    const why = ended && ended !== 'open' ? ended : 'unknown';
    return (
      <Card>
        <EmptyState
          icon={Link2Off}
          title={t(`closed.${why}`)}
          titleAs="h1"
          text={t(`closed.${why}Text`)}
        />
      </Card>
    );
  }
  const send = async ({ witness: _, email: __, ...given }: SheetAnswer) => {
    const result = await answer.mutateAsync({ ...given, version: link.version });
    if (result === 'done') setEnded(given.action === 'sign' ? 'signed' : 'refused');
    else if (result === 'changed') {
      setChanged(true);
      onChanged();
    } else setEnded(result);
  };
  return (
    <>
      {isChanged && <Notice tone="attention" title={t('linkChanged')} className="mb-4" />}
      <SignSheet
        ticket={{
          ...ticket,
          number: ticketNumber(ticket),
          photos: ticket.photos.length,
          lines: ticket.lines.map((line) => ({ ...line, quantity: Number(line.quantity) })),
        }}
        language={language}
        onLanguageChange={(next: Language) => void changeLanguage(next)}
        hasPlace={false}
        mayRefuse={!link.was_refused}
        pictures={<LinkPhotos token={token} ticket={ticket} />}
        onAnswer={send}
      />
    </>
  );
}
