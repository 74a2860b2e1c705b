import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import type { FormDue } from '@/entities/form/forms-due-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** It was filled already: by whom and when, so that nobody fills it twice unawares. */
export function DoneNotice({ done }: { done: FormDue }) {
  const { t } = useTranslation('form-fill');
  const format = useFormat();
  const role = useEmployee()?.role;
  const mayOpen = done.per_person || role !== 'employee';
  return (
    <Notice
      tone="success"
      title={t('card.doneBy', {
        name: done.done_by ?? '',
        time: format.dateTime(done.done_at ?? ''),
      })}
      action={
        mayOpen && (
          <Button size="small" asChild>
            <Link to={`/forms?submission=${done.done_id}`}>{t('openDone')}</Link>
          </Button>
        )
      }
    >
      {t('doneText')}
    </Notice>
  );
}
