import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '@/components/shared/avatar';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useAddPhotoComment } from '@/features/photos/api/change-photos';
import { photoCommentsQuery } from '@/features/photos/api/queries';
import { useFormat } from '@/lib/format-context';

export function PhotoComments({ photoId }: { photoId: string }) {
  const { t } = useTranslation('photos');
  const employee = useEmployee();
  const format = useFormat();
  const comments = useQuery(photoCommentsQuery(photoId));
  const add = useAddPhotoComment();
  const [body, setBody] = useState('');
  const send = () => {
    if (!employee || body.trim() === '') return;
    add.mutate(
      { photo_id: photoId, employee_id: employee.id, body: body.trim() },
      { onSuccess: () => setBody('') },
    );
  };
  return (
    <section className="grid gap-3 border-t pt-3">
      <h3 className="font-[620] text-sm">{t('comments')}</h3>
      <Loaded query={comments} skeleton={<ListSkeleton rows={1} />}>
        <ul className="grid gap-3 empty:hidden">
          {(comments.data ?? []).map((comment) => (
            <li key={comment.id} className="flex gap-3 text-sm">
              <Avatar name={comment.employee_name ?? '?'} size="small" />
              <div className="min-w-0 flex-1">
                <p>
                  <span className="font-[620]">{comment.employee_name}</span>{' '}
                  <span className="text-muted">{format.dateTime(comment.created_at)}</span>
                </p>
                <p className="whitespace-pre-line break-words">{comment.body}</p>
              </div>
            </li>
          ))}
        </ul>
      </Loaded>
      <Field label={t('writeComment')}>
        <Textarea
          rows={2}
          maxLength={2000}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
      <Button
        className="justify-self-end"
        busy={add.isPending}
        disabled={!body.trim()}
        onClick={send}
      >
        {t('sendComment')}
      </Button>
    </section>
  );
}
