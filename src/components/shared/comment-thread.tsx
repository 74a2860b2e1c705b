import type { UseQueryResult } from '@tanstack/react-query';
import { use, useState } from 'react';
import { Avatar } from '@/components/shared/avatar';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { InDialog } from '@/components/ui/in-dialog';
import { Textarea } from '@/components/ui/textarea';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';
import { useUnsavedWarning } from '@/lib/use-unsaved-warning';

export interface Comment {
  readonly id: string;
  readonly author: string;
  readonly body: string;
  readonly created_at: string;
}

interface CommentThreadProps {
  readonly comments: UseQueryResult<readonly Comment[]>;
  readonly isSending: boolean;
  /** Calls `onSent` once it is stored: until then what was typed stays. */
  readonly onSend: (body: string, onSent: () => void) => void;
}

/** What people said about something, and a field to say more. */
export function CommentThread({ comments, isSending, onSend }: CommentThreadProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const body = typed.trim();
  const inDialog = use(InDialog);
  useUnsavedWarning(body !== '' && !inDialog);
  return (
    <section className="grid gap-3 border-t pt-4">
      <h3 className="font-[620]">{t('comments.title')}</h3>
      <Loaded query={comments} skeleton={<ListSkeleton rows={2} />}>
        <ul className="grid gap-3 empty:hidden">
          {(comments.data ?? []).map((comment) => (
            <CommentItem key={comment.id} comment={comment} />
          ))}
        </ul>
        {comments.data?.length === 0 && <p className="text-muted text-sm">{t('comments.none')}</p>}
      </Loaded>
      <Field label={t('comments.yours')}>
        <Textarea
          rows={2}
          maxLength={2000}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button
        className="justify-self-end"
        busy={isSending}
        disabled={body === ''}
        onClick={() => onSend(body, () => setTyped(''))}
      >
        {t('comments.send')}
      </Button>
    </section>
  );
}

function CommentItem({ comment }: { comment: Comment }) {
  const format = useFormat();
  return (
    <li className="flex gap-3 text-sm">
      <Avatar name={comment.author} size="small" />
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-[620]">{comment.author}</span>{' '}
          <span className="text-muted">{format.dateTime(comment.created_at)}</span>
        </p>
        <p className="whitespace-pre-line break-words">{comment.body}</p>
      </div>
    </li>
  );
}
