import { useMutation } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { verifyChain } from '@/features/system-reports/api/queries';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** Recomputes the seals of the whole history and says in words whether anything was changed. */
export function ChainCheck({ companyId }: { companyId: string }) {
  const { t } = useTranslation('system-reports');
  const check = useMutation({ mutationFn: () => verifyChain(companyId) });
  const answer = check.data;
  return (
    <div className="mb-4 flex flex-col gap-3">
      <Button className="self-start" busy={check.isPending} onClick={() => check.mutate()}>
        {t('chain.action')}
      </Button>
      {check.error && <Notice tone="danger">{errorText(check.error)}</Notice>}
      {answer && (
        <Notice tone={answer.broken_id ? 'danger' : 'success'}>
          {answer.broken_id
            ? t('chain.broken', { id: answer.broken_id })
            : t('chain.whole', { count: answer.checked })}
        </Notice>
      )}
    </div>
  );
}
