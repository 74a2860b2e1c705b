import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { useResolveHeldEvent } from '@/features/held-events/api/resolve-held-event';
import { useTranslation } from '@/lib/use-translation';

const ReasonDialog = lateDialog(() => import('@/features/held-events/components/reason-dialog'));

/** For managers: use it, pay it in the open period, or discard it with a reason. */
export function HeldActions({ id, payable }: { id: string; payable: boolean }) {
  const { t } = useTranslation('offline');
  const [asking, setAsking] = useState<'adjust' | 'discard' | null>(null);
  const resolve = useResolveHeldEvent();
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button
        size="small"
        variant="primary"
        busy={resolve.isPending}
        onClick={() => resolve.mutate({ id, action: 'apply' })}
      >
        {t('held.apply')}
      </Button>
      {payable && (
        <Button size="small" onClick={() => setAsking('adjust')}>
          {t('held.adjust')}
        </Button>
      )}
      <Button size="small" onClick={() => setAsking('discard')}>
        {t('held.discard')}
      </Button>
      {asking && (
        <Suspense>
          <ReasonDialog id={id} action={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </div>
  );
}
