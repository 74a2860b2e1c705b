import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { ratesQuery } from '@/features/expenses/api/queries';
import { type Rate, useDeleteRate } from '@/features/expenses/api/rates';
import { Rules } from '@/features/expenses/components/rules';
import { TravelRules } from '@/features/expenses/components/travel-rules';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const RateDialog = lateDialog(async () => ({
  default: (await import('@/features/expenses/components/rate-dialog')).RateDialog,
}));

type RateKind = 'mileage' | 'per_diem' | 'lodging';

/** What is repaid for a mile, a day and a night, from which date on; the company's and the federal ones. */
export function Rates() {
  const { t } = useTranslation(['expenses', 'common']);
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const rates = useQuery(ratesQuery(companyId));
  const remove = useDeleteRate(companyId);
  const [open, setOpen] = useState<{ rate: Rate | null } | null>(null);
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <CardHeader
            divided
            title={t('rates.title')}
            action={
              <Button size="small" onClick={() => setOpen({ rate: null })}>
                <Plus aria-hidden="true" />
                {t('rates.add')}
              </Button>
            }
          />
          <p className="px-5 pt-4 text-muted text-sm">{t('rates.text')}</p>
          <Loaded query={rates} skeleton={<ListSkeleton />}>
            {(rows) => (
              <ul className="py-2">
                {rows.map((rate) => (
                  <li
                    key={`${rate.kind} ${rate.from_date} ${rate.federal}`}
                    className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-5 py-2.5 last:border-b-0"
                  >
                    <span className="min-w-0 flex-1 basis-40">
                      <span className="tabular font-[620]">
                        {rate.kind === 'mileage'
                          ? `$${format.number(rate.rate, 3)}`
                          : format.money(rate.rate)}
                      </span>{' '}
                      {t(`rates.kind.${rate.kind as RateKind}`)}
                      <span className="block text-muted text-sm">
                        {t('rates.from')} {format.date(rate.from_date)} ·{' '}
                        {t(rate.federal ? 'rates.federal' : 'rates.own')}
                      </span>
                    </span>
                    {rate.in_effect && <Badge tone="success">{t('rates.inEffect')}</Badge>}
                    {!rate.federal && (
                      <>
                        <Button size="small" onClick={() => setOpen({ rate })}>
                          {t('common:action.edit')}
                        </Button>
                        <Button
                          size="small"
                          busy={remove.isPending && remove.variables.id === rate.id}
                          onClick={() =>
                            remove.mutate({ table: 'reimbursement_rates', id: rate.id })
                          }
                        >
                          {t('common:action.delete')}
                        </Button>
                      </>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </Card>
        <div className="grid gap-4">
          <Rules />
          <TravelRules />
        </div>
      </div>
      {open && (
        <Suspense>
          <RateDialog rate={open.rate} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
