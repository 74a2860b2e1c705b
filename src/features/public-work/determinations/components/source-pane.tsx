import { useEffect, useRef, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import type { LineRole, ReadLine } from '@/entities/determination/reading';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface SourcePaneProps {
  lines: readonly ReadLine[];
  /** Numbers of the lines to show and mark. */
  shown: readonly number[];
}

/** Beyond it only what was not read and what is asked for is drawn. */
const MAX_LINES = 6000;

const edge: Partial<Record<LineRole, string>> = {
  unread: 'border-danger bg-danger-soft',
  class: 'border-success',
  zone: 'border-attention',
  footnote: 'border-attention',
  premium: 'border-attention',
  increase: 'border-attention',
};

/** The pasted text, and beside each line as what it was read. */
export function SourcePane({ lines, shown }: SourcePaneProps) {
  const { t } = useTranslation('determinations');
  const [onlyUnread, setOnlyUnread] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const unread = lines.filter(({ role }) => role === 'unread');
  const marked = new Set(shown);
  const isOnlyUnread = onlyUnread && !shown.some((number) => lines[number - 1]?.role !== 'unread');
  const drawn = isOnlyUnread
    ? unread
    : lines.length <= MAX_LINES
      ? lines
      : lines.filter(
          ({ number, role }) => number <= MAX_LINES || role === 'unread' || marked.has(number),
        );
  useEffect(() => {
    const [first] = shown;
    if (first === undefined) return;
    list.current?.querySelector(`[data-line="${first}"]`)?.scrollIntoView?.({ block: 'center' });
  }, [shown]);
  return (
    <div className="flex flex-col gap-3">
      <Notice
        tone={unread.length > 0 ? 'attention' : 'success'}
        title={t('unread', { count: unread.length })}
      >
        {t(unread.length > 0 ? 'unreadText' : 'allRead')}
      </Notice>
      {unread.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button size="pill" aria-pressed={!isOnlyUnread} onClick={() => setOnlyUnread(false)}>
            {t('lines', { count: lines.length })}
          </Button>
          <Button size="pill" aria-pressed={isOnlyUnread} onClick={() => setOnlyUnread(true)}>
            {t('onlyUnread', { count: unread.length })}
          </Button>
        </div>
      )}
      <ol ref={list} className="rounded-card border font-mono text-xs leading-5">
        {drawn.map(({ number, text, role }) => (
          <li
            key={number}
            data-line={number}
            data-role={role}
            className={cn(
              'flex gap-2 border-transparent border-l-4 pr-2 [contain-intrinsic-size:auto_20px] [content-visibility:auto]',
              edge[role],
              marked.has(number) && 'bg-primary-soft',
            )}
          >
            <span className="w-10 shrink-0 select-none text-right text-muted">{number}</span>
            <span className="min-w-0 flex-1 whitespace-pre-wrap break-words">{text}</span>
            {role !== 'blank' && role !== 'rule' && (
              <span
                className={cn(
                  'shrink-0 select-none font-sans text-muted',
                  role === 'unread' && 'font-[620] text-danger',
                )}
              >
                {t(`role.${role}`)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
