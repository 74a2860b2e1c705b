import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useRemoveBurden } from '@/features/budgets/api/burden';
import { type BurdenRate, burdenRatesQuery } from '@/features/budgets/api/queries';
import { AlertPointsForm } from '@/features/budgets/components/alert-points-form';
import { BurdenForm } from '@/features/budgets/components/burden-form';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** The first day that rates know: from the beginning. */
const ALWAYS = '1970-01-01';

/** What labor costs on top of pay, from which day on, and for whom. */
export function BurdenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('budgets');
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const format = useFormat();
  const rates = useQuery(burdenRatesQuery(companyId));
  const { data: people = [] } = useEmployeeOptions();
  const remove = useRemoveBurden(companyId);
  const nameOf = ({ employee_id, trade }: BurdenRate) => {
    const person = people.find(({ id }) => id === employee_id);
    return person ? employeeName(person) : (trade ?? t('burden.company'));
  };
  const percent = (rate: BurdenRate) => format.number(rate.percent, rate.percent % 1 === 0 ? 0 : 2);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('burden.title')} description={t('burden.text')} width="medium">
        <DialogBody className="flex flex-col gap-5 pb-5">
          <Loaded query={rates} skeleton={<ListSkeleton />}>
            {rates.data?.length === 0 && <p className="text-muted text-sm">{t('burden.none')}</p>}
            <ul className="divide-y rounded-card border empty:hidden">
              {rates.data?.map((rate) => (
                <li key={rate.id} className="flex items-center gap-3 py-1.5 pr-2 pl-4 text-sm">
                  <span className="min-w-0 flex-1 truncate font-[550]">{nameOf(rate)}</span>
                  <span className="text-muted">
                    {rate.effective_from === ALWAYS
                      ? t('burden.always')
                      : format.date(rate.effective_from)}
                  </span>
                  <span className="tabular w-16 text-right">{percent(rate)}%</span>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={t('burden.remove', {
                      name: nameOf(rate),
                      percent: percent(rate),
                    })}
                    onClick={() => remove.mutate(rate.id)}
                  >
                    <X aria-hidden="true" />
                  </Button>
                </li>
              ))}
            </ul>
          </Loaded>
          <BurdenForm companyId={companyId} />
          {employee?.role === 'owner' && <AlertPointsForm companyId={companyId} />}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
