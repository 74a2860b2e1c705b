import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { Notice } from '@/components/shared/notice';
import { useQueued } from '@/entities/offline/queue-state';
import { useBlobUrl } from '@/entities/photo/photo-image';
import type { ReadPhoto } from '@/entities/photo/read-photo';
import { sameReceiptQuery } from '@/features/expenses/api/queries';
import { ReceiptButton } from '@/features/expenses/components/receipt-button';
import { ReceiptImage } from '@/features/expenses/components/receipt-image';
import type { Expense } from '@/features/expenses/expense';
import { fileSize } from '@/lib/file-size';
import { useFormat } from '@/lib/format-context';
import { useOnline } from '@/lib/use-online';
import { useTranslation } from '@/lib/use-translation';

/** The same bytes were handed in before: a warning, since two people may share a bill. */
function SameReceipt({ sha256, except }: { sha256: string | null; except: string | null }) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  // Without a signal nobody can be asked; the approver sees it all the same.
  const isOnline = useOnline();
  const { data = [] } = useQuery({
    ...sameReceiptQuery(sha256),
    enabled: isOnline && sha256 !== null,
  });
  const queued = useQueued('photo').some(
    ({ event }) => sha256 !== null && event.payload.photo?.row['sha256'] === sha256,
  );
  const others = data.filter(({ expense_id }) => expense_id === null || expense_id !== except);
  if (others.length === 0 && !queued) return null;
  return (
    <Notice tone="attention" title={t('same.title')}>
      {queued && <p>{t('same.queued')}</p>}
      {others.map(({ expense_id, employee_name, spent_on, amount }, index) => (
        <p key={expense_id ?? index}>
          {expense_id
            ? t('same.named', {
                name: employee_name,
                date: format.date(spent_on),
                amount: format.money(amount),
              })
            : t('same.unnamed')}
        </p>
      ))}
    </Notice>
  );
}

function Chosen({ photo }: { photo: ReadPhoto }) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const url = useBlobUrl(photo.file);
  if (photo.type === 'application/pdf') {
    return (
      <p className="flex items-center gap-2 text-sm">
        <FileText className="size-5 text-muted" aria-hidden="true" />
        {t('file.pdf', { size: fileSize(photo.file.size, format) })}
      </p>
    );
  }
  return url ? (
    <img
      src={url}
      alt={t('form.photo')}
      className="max-h-48 w-full rounded-small bg-sunken object-contain"
    />
  ) : null;
}

export interface ReceiptFieldProps {
  photo: ReadPhoto | null;
  opened: Expense | null;
  onRead: (photo: ReadPhoto) => void;
}

export function ReceiptField({ photo, opened, onRead }: ReceiptFieldProps) {
  const { t } = useTranslation('expenses');
  const stored = photo ? null : opened;
  const hasPhoto = photo !== null || stored?.receipt_photo_id;
  return (
    <div className="grid gap-2">
      {photo && <Chosen photo={photo} />}
      {stored?.receipt_path && <ReceiptImage expense={stored} width={640} />}
      <div className="flex flex-wrap items-center gap-2">
        <ReceiptButton label={t('form.photo')} size="small" onRead={onRead}>
          {hasPhoto ? t('form.retake') : t('form.photo')}
        </ReceiptButton>
        {!hasPhoto && <span className="text-muted text-sm">{t('form.noPhoto')}</span>}
      </div>
      <SameReceipt sha256={photo?.sha256 ?? null} except={opened?.id ?? null} />
    </div>
  );
}
