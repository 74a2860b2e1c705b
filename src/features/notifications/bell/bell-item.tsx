import { createElement } from 'react';
import { Link } from 'react-router';
import type { BellRow } from '@/features/notifications/api/bell';
import type { MessageTexts } from '@/features/notifications/api/message-texts';
import { iconOfEvent } from '@/features/notifications/event-icon';
import { renderMessage } from '@/features/notifications/render-message';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface BellItemProps {
  row: BellRow;
  texts: MessageTexts;
  onOpen: () => void;
}

const CLASSES =
  'flex w-full items-start gap-3 border-t px-4 py-3 text-left hover:bg-sunken focus-visible:-outline-offset-2';

/** One of them: a press opens what it is about, and it is read. */
export function BellItem({ row, texts, onOpen }: BellItemProps) {
  const isUnread = row.read_at === null;
  const content = <Content row={row} texts={texts} isUnread={isUnread} />;
  if (row.path) {
    return (
      <li>
        <Link to={row.path} className={CLASSES} onClick={onOpen}>
          {content}
        </Link>
      </li>
    );
  }
  return (
    <li>
      {isUnread ? (
        <button type="button" className={CLASSES} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <div className={CLASSES}>{content}</div>
      )}
    </li>
  );
}

interface ContentProps extends Omit<BellItemProps, 'onOpen'> {
  isUnread: boolean;
}

function Content({ row, texts, isUnread }: ContentProps) {
  const { t } = useTranslation('bell');
  const format = useFormat();
  const message = renderMessage(texts, row.template, row.data) ?? {
    title: t('unknown'),
    text: t('unknownText'),
  };
  return (
    <>
      <span
        aria-hidden="true"
        className={cn(
          'mt-0.5 grid size-8 shrink-0 place-items-center rounded-full',
          isUnread ? 'bg-primary-soft text-primary' : 'bg-sunken text-muted',
        )}
      >
        {createElement(iconOfEvent(row.event), { className: 'size-4' })}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cn('block text-sm', isUnread ? 'font-[640]' : 'font-[550]')}>
          {message.title}
        </span>
        <span className="wrap-anywhere block text-muted text-sm">{message.text}</span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-2">
        <time dateTime={row.created_at} className="tabular text-muted text-xs leading-5">
          {format.time(row.created_at)}
        </time>
        {isUnread && (
          <span className="size-2 rounded-full bg-primary">
            <span className="sr-only">{t('isUnread')}</span>
          </span>
        )}
      </span>
    </>
  );
}
