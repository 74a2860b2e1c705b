import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { PayDifference } from '@/entities/pay-difference/pay-difference';
import { lateTimePreviewQuery } from '@/features/time-tracker/api/late-time-preview';
import type { EntryInput } from '@/features/time-tracker/api/save-entry';
import { errorWords, toAppError } from '@/lib/errors';

/** Before a manager enters time of a locked period: what it changes, line by line. */
export function LateTime({ input }: { input: EntryInput }) {
  const { t } = useTranslation('time-tracker');
  const { data, error } = useQuery(lateTimePreviewQuery(input));
  if (error)
    return (
      <Notice tone="danger" className="mt-4" title={t('late.title')}>
        {errorWords(toAppError(error))}
      </Notice>
    );
  return (
    <Notice tone="attention" className="mt-4" title={t('late.title')}>
      <p className="mb-2">{t('late.text')}</p>
      {data ? <PayDifference lines={data} /> : <Skeleton className="h-16" />}
    </Notice>
  );
}
