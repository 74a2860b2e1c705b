import { Camera } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

/** Above the items: photos wait in a grid of their own, and are counted with the items. */
export function KioskPhotosRow({ count, onReview }: { count: number; onReview: () => void }) {
  const { t } = useTranslation('verification');
  if (count === 0) return null;
  return (
    <div className="flex items-center gap-3 border-b bg-attention-soft px-4 py-2.5 text-sm">
      <Camera className="size-4 shrink-0 text-attention-strong" aria-hidden="true" />
      <span className="min-w-0 flex-1 font-[550]">{t('photos.toReview', { count })}</span>
      <Button size="small" onClick={onReview}>
        {t('photos.review')}
      </Button>
    </div>
  );
}
