import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import type { FormAnswers } from '@/entities/form/form-answers';
import type { FormDue } from '@/entities/form/forms-due-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { lastAnswersQuery } from '@/features/form-fill/api/submissions';
import { copyAnswers } from '@/features/form-fill/copy-answers';
import { useTranslation } from '@/lib/use-translation';

interface StartFromLastProps {
  due: FormDue;
  onCopy: (answers: FormAnswers) => void;
}

/** Texts, choices and people of the last time; nothing where there is nothing to copy. */
export function StartFromLast({ due, onCopy }: StartFromLastProps) {
  const { t } = useTranslation('form-fill');
  const employee = useEmployee();
  const { data: last } = useQuery({
    ...lastAnswersQuery(employee?.id ?? '', due.form_id),
    enabled: employee !== null,
  });
  const copied = last && copyAnswers(due.definition, last);
  const isEmpty =
    !copied ||
    (Object.keys(copied.values).length === 0 &&
      Object.values(copied.people).every(({ length }) => length === 0));
  if (isEmpty) return null;
  return (
    <div className="grid justify-items-start gap-1">
      <Button onClick={() => onCopy(copied)}>{t('copyLast')}</Button>
      <p className="text-muted text-sm">{t('copyLastText')}</p>
    </div>
  );
}
