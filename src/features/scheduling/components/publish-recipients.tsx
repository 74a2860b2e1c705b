import type { UseQueryResult } from '@tanstack/react-query';
import { BellRing, Mail, MessageSquareText, Printer, Smartphone, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '@/components/shared/avatar';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import type { Recipient } from '@/features/scheduling/api/queries';
import type { Board } from '@/features/scheduling/board';
import type { BoardView } from '@/features/scheduling/use-board-view';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

const ICONS = {
  mail: Mail,
  push: BellRing,
  text: MessageSquareText,
  app: Smartphone,
  none: Printer,
  self: UserRound,
};
const MESSAGES: readonly string[] = ['mail', 'push', 'text'];

interface PublishRecipientsProps {
  board: Board;
  view: BoardView;
  query: UseQueryResult<Recipient[]>;
}

/** Who gets a message and how, and whom nothing reaches. A press shows what it will say. */
export function PublishRecipients({ board, view, query }: PublishRecipientsProps) {
  const { t } = useTranslation('scheduling');
  const people = query.data ?? [];
  const reached = people.filter(({ channel }) => MESSAGES.includes(channel)).length;
  const unreached = people.filter(({ channel }) => channel === 'none').length;
  const others = board.people.length - people.length;
  return (
    <section
      aria-label={t('review.recipients')}
      className="min-h-0 border-l max-md:border-t max-md:border-l-0 md:max-h-[60dvh] md:overflow-y-auto"
    >
      <Loaded query={query} skeleton={<TableSkeleton />}>
        <h3 className="px-5 pt-3 pb-1 font-[620] text-sm">
          {t('review.reached', { count: reached, total: people.length })}
        </h3>
        <ul>
          {people.map((recipient) => (
            <Line key={recipient.employee_id} recipient={recipient} view={view} />
          ))}
        </ul>
        <div className="grid gap-2 px-5 py-3 text-muted text-sm">
          {unreached > 0 && <p>{t('review.unreached', { count: unreached })}</p>}
          {others > 0 && <p>{t('review.others', { count: others })}</p>}
        </div>
      </Loaded>
    </section>
  );
}

function Line({ recipient, view }: { recipient: Recipient; view: BoardView }) {
  const { t, language: shown } = useTranslation('scheduling');
  const [open, setOpen] = useState(false);
  const { channel, message, language, employee_id } = recipient;
  const name = view.personName(employee_id) ?? '';
  const Icon = ICONS[channel];
  const inOther = channel === 'mail' && language !== shown;
  const how = inOther
    ? t(language === 'es' ? 'review.mailSpanish' : 'review.mailEnglish')
    : t(`review.channel.${channel}`);
  const line = (
    <>
      <Avatar name={name} size="small" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span
        className={cn(
          'flex items-center gap-1.5',
          channel === 'none' ? 'text-attention-strong' : 'text-muted',
        )}
      >
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        {how}
      </span>
    </>
  );
  const classes = 'flex w-full items-center gap-2.5 px-5 py-1.5 text-left text-sm';
  if (!message || channel !== 'mail') return <li className={classes}>{line}</li>;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-label={`${name}, ${how}`}
        title={t('review.preview')}
        className={cn(classes, 'hover:bg-sunken pointer-coarse:min-h-11')}
        onClick={() => setOpen(!open)}
      >
        {line}
      </button>
      {open && (
        <div
          className="mx-5 mb-2 grid gap-2 rounded-card border bg-sunken px-3 py-2 text-sm"
          lang={language}
        >
          {(['added', 'changed', 'cancelled'] as const).map(
            (kind) =>
              message[kind] && (
                <div key={kind}>
                  <p className="font-[620]">{t(`review.message.${kind}`, { lng: language })}</p>
                  <p className="whitespace-pre-line text-muted">{message[kind]}</p>
                </div>
              ),
          )}
        </div>
      )}
    </li>
  );
}
