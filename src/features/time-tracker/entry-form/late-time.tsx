import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { PayDifference } from '@/entities/pay-difference/pay-difference';
import { lateTimePreviewQuery } from '@/features/time-tracker/api/late-time-preview';
import type { EntryInput } from '@/features/time-tracker/api/save-entry';
import { errorText, toAppError } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** Before a manager enters time of a locked period: what it changes, line by line. */
export function LateTime({ input }: { input: EntryInput }) {
  const { t } = useTranslation('time-tracker');
  const { data, error } = useQuery(lateTimePreviewQuery(input));
  if (error)
    return (
      <Notice tone="danger" className="mt-4" title={t('late.title')}>
        {errorText(toAppError(error))}
      </Notice>
    );
  return (
    <Notice tone="attention" className="mt-4" title={t('late.title')}>
      <p className="mb-2">{t('late.text')}</p>
      {data ? <PayDifference lines={data} /> : <Skeleton className="h-16" />}
    </Notice>
  );
}
