import { FileText, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { usePhotoImage } from '@/entities/photo/photo-image';
import type { Expense } from '@/features/expenses/expense';
import { errorText, unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** The original in a tab of its own. */
async function openOriginal(path: string): Promise<void> {
  const file = unwrap(await (await bucket('photos')).download(path)) as Blob;
  window.open(URL.createObjectURL(file), '_blank', 'noopener');
}

function OpenButton({ path }: { path: string }) {
  const { t } = useTranslation('expenses');
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    await openOriginal(path).catch((cause: unknown) => toast.error(errorText(cause)));
    setBusy(false);
  };
  return (
    <Button size="small" busy={busy} onClick={() => void open()}>
      <FileText aria-hidden="true" />
      {t('action.openReceipt')}
    </Button>
  );
}

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
      <OpenButton path={path} />
    </div>
  );
}
