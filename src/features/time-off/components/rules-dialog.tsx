import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import type { Audience } from '@/entities/audience/audience';
import { type TimeOffType, timeOffTypesQuery } from '@/entities/time-off/time-off-queries';
import { accrualFields } from '@/features/time-off/accrual';
import { PersonBalances } from '@/features/time-off/components/person-balances';
import { TypeForm } from '@/features/time-off/components/type-form';
import { useTranslation } from '@/lib/use-translation';

/** A row stored on the device by the version before has no audience. */
const isForEveryone = ({ audience }: Partial<TimeOffType>): boolean =>
  (audience as Audience | undefined)?.everyone ?? audience === undefined;

/** Kinds of time off with how they accrue, and everyone's balances with hours given by hand. */
export function RulesDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const { t } = useTranslation(['time-off', 'common']);
  const types = useQuery(timeOffTypesQuery(companyId));
  const [edited, setEdited] = useState<TimeOffType | 'new' | null>(null);
  const ruleOf = (type: TimeOffType): string => {
    const fields = accrualFields(type.accrual);
    return t(`rules.summary.${fields.kind}`, { hours: fields.hours, worked: fields.worked });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('rules.title')} width="large">
        <DialogBody className="grid content-start gap-5 pb-5">
          {edited ? (
            <TypeForm
              key={edited === 'new' ? 'new' : edited.id}
              companyId={companyId}
              type={edited === 'new' ? null : edited}
              onClose={() => setEdited(null)}
            />
          ) : (
            <>
              <section className="grid gap-3">
                <div className="flex items-center justify-between gap-3">
                  <h3 className="font-[620]">{t('rules.types')}</h3>
                  <Button size="small" onClick={() => setEdited('new')}>
                    {t('rules.add')}
                  </Button>
                </div>
                <Loaded query={types} skeleton={<ListSkeleton />}>
                  {types.data?.length === 0 && <p className="text-muted">{t('rules.none')}</p>}
                  <ul className="divide-y rounded-card border empty:hidden">
                    {(types.data ?? []).map((type) => (
                      <li key={type.id} className="flex items-center gap-3 px-4 py-2.5">
                        <div className="mr-auto min-w-0">
                          <p className="font-[620]">
                            {type.name} {!type.active && <Badge>{t('rules.inactive')}</Badge>}{' '}
                            {!isForEveryone(type) && <Badge>{t('rules.some')}</Badge>}
                          </p>
                          <p className="text-muted text-sm">
                            {t(type.paid ? 'rules.paid' : 'rules.unpaid')} · {ruleOf(type)}
                          </p>
                        </div>
                        <Button
                          size="small"
                          aria-label={t('rules.editLabel', { name: type.name })}
                          onClick={() => setEdited(type)}
                        >
                          {t('common:action.edit')}
                        </Button>
                      </li>
                    ))}
                  </ul>
                </Loaded>
              </section>
              <PersonBalances companyId={companyId} types={types.data ?? []} />
            </>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
