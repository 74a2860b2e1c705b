import { ImageOff } from 'lucide-react';
import { Skeleton } from '@/components/ui/skeleton';
import { OpenOriginal } from '@/entities/photo/open-original';
import { usePhotoImage } from '@/entities/photo/photo-image';
import type { Expense } from '@/features/expenses/expense';
import { useTranslation } from '@/lib/use-translation';

/** What was handed in, beside what is decided. */
export function ReceiptImage({ expense, width }: { expense: Expense; width: number }) {
  const { t } = useTranslation('expenses');
  const isImage = expense.receipt_type?.startsWith('image/') ?? false;
  const path = expense.receipt_path ?? '';
  const { url, failed } = usePhotoImage(path, width, path !== '' && isImage);
  if (!path) {
    return (
      <p className="flex items-center gap-2 text-muted text-sm">
        <ImageOff className="size-5" aria-hidden="true" />
        {t(expense.receipt_photo_id ? 'flag.photo_waiting' : 'approve.noPhoto')}
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-2">
      {isImage && !failed && !url && <Skeleton className="h-64 w-full" />}
      {url && (
        <img
          src={url}
          alt={t('form.photo')}
          className="max-h-[70vh] w-full rounded-small bg-sunken object-contain"
        />
      )}
      <OpenOriginal path={path} label={t('action.openReceipt')} />
    </div>
  );
}
