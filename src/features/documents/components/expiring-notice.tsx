import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import type { Document } from '@/features/documents/api/queries';
import { EXPIRING_DAYS } from '@/features/documents/document-facts';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const MAX_NAMED = 3;

/** Insurance, permits and certificates that end soon or have ended. */
export function ExpiringNotice({
  documents,
  onReview,
}: {
  documents: readonly Document[];
  onReview: () => void;
}) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  if (documents.length === 0) return null;
  const named = documents
    .slice(0, MAX_NAMED)
    .map(({ name, expires_on }) => `${name} (${expires_on ? format.dayMonth(expires_on) : ''})`);
  return (
    <Notice
      tone="attention"
      className="mb-4"
      action={
        <Button variant="link" size="inline" onClick={onReview}>
          {t('expiring.review')}
        </Button>
      }
    >
      <strong className="font-[620]">
        {t('expiring.text', { count: documents.length, days: EXPIRING_DAYS })}
      </strong>{' '}
      {named.join(', ')}
      {documents.length > MAX_NAMED && '…'}
    </Notice>
  );
}
