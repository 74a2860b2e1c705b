import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { mySwapsQuery, useAnswerSwap } from '@/features/scheduling/api/swaps';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Swaps a colleague asked for; nothing is drawn when nobody did. */
export function SwapsAsked() {
  const { t } = useTranslation('scheduling');
  const format = useFormat();
  const employee = useEmployee();
  const answer = useAnswerSwap();
  const { data = [] } = useQuery({
    ...mySwapsQuery(employee?.id ?? ''),
    enabled: employee !== null,
  });
  const swaps = data.filter(({ asked_by_me, status }) => !asked_by_me && status === 'asked');
  if (swaps.length === 0) return null;
  return (
    <Card>
      <CardHeader divided title={t('swaps.title')} />
      <ul className="divide-y">
        {swaps.map((swap) => (
          <li key={swap.id} className="grid gap-2 px-5 py-3">
            <p>
              {t('mine.swapAsked', {
                from: swap.person,
                day: format.weekdayDate(swap.work_date),
                time: `${format.time(swap.starts_at)} – ${format.time(swap.ends_at)}`,
              })}
            </p>
            {swap.note && <p className="text-muted text-sm">“{swap.note}”</p>}
            <div className="flex gap-2">
              <Button
                size="small"
                variant="primary"
                busy={answer.isPending}
                onClick={() => answer.mutate({ id: swap.id, accept: true })}
              >
                {t('mine.accept')}
              </Button>
              <Button
                size="small"
                disabled={answer.isPending}
                onClick={() => answer.mutate({ id: swap.id, accept: false })}
              >
                {t('mine.decline')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
