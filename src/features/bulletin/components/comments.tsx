import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '@/components/shared/avatar';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { employeeName } from '@/entities/employee/employees-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useAddComment } from '@/features/bulletin/api/add-comment';
import { commentsQuery } from '@/features/bulletin/api/queries';
import { useFormat } from '@/lib/format-context';

export function Comments({ bulletinId }: { bulletinId: string }) {
  const { t } = useTranslation('bulletin');
  const employee = useEmployee();
  const format = useFormat();
  const comments = useQuery(commentsQuery(bulletinId));
  const add = useAddComment();
  const [body, setBody] = useState('');
  const send = () => {
    if (!employee || body.trim() === '') return;
    add.mutate(
      {
        bulletinId,
        companyId: employee.company_id,
        employeeId: employee.id,
        body: body.trim(),
      },
      { onSuccess: () => setBody('') },
    );
  };
  return (
    <section className="mt-5 grid gap-3 border-t pt-4">
      <h3 className="font-[620]">{t('comments.title')}</h3>
      <Loaded query={comments} skeleton={<ListSkeleton rows={2} />}>
        <ul className="grid gap-3">
          {(comments.data ?? []).map((comment) => (
            <li key={comment.id} className="flex gap-3 text-sm">
              <Avatar name={employeeName(comment)} size="small" />
              <div className="min-w-0 flex-1">
                <p>
                  <span className="font-[620]">{employeeName(comment)}</span>{' '}
                  <span className="text-muted">{format.dateTime(comment.created_at)}</span>
                </p>
                <p className="whitespace-pre-line">{comment.body}</p>
              </div>
            </li>
          ))}
        </ul>
        {comments.data?.length === 0 && <p className="text-muted text-sm">{t('comments.none')}</p>}
      </Loaded>
      <Field label={t('comments.yours')}>
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
        {t('comments.send')}
      </Button>
    </section>
  );
}
