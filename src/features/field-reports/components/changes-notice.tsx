import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { changesQuery } from '@/features/field-reports/api/queries';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

/** The records changed after the report was signed: said here, never written into it. */
export function ChangesNotice({ reportId }: { reportId: string }) {
  const { t } = useTranslation('field-reports');
  const { data = [] } = useQuery(changesQuery(reportId));
  if (data.length === 0) return null;
  const value = (field: string, text: string | null) => {
    if (text === null) return t('changes.nothing');
    return field.endsWith('seconds') ? formatDuration(Number(text)) : text;
  };
  return (
    <Notice tone="attention" title={t('changes.title')}>
      <ul>
        {data.map(({ part, subject, field, before, after }) => (
          <li key={`${part} ${subject} ${field}`} className="tabular">
            {t('changes.line', {
              subject,
              before: value(field, before),
              after: value(field, after),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
