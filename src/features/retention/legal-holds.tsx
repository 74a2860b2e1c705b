import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { holdsQuery, type LegalHold } from '@/features/retention/api/retention';
import { EndHoldDialog, HoldDialog } from '@/features/retention/hold-dialog';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** People and projects of which nothing is deleted. */
export function LegalHolds({ companyId }: { companyId: string }) {
  const { t } = useTranslation('retention');
  const format = useFormat();
  const holds = useQuery(holdsQuery(companyId));
  const { data: people = [] } = useEmployeeOptions();
  const { data: projects = [] } = useProjectOptions();
  const [isAdding, setIsAdding] = useState(false);
  const [ending, setEnding] = useState<LegalHold | null>(null);
  const nameOf = (hold: LegalHold): string => {
    const person = people.find(({ id }) => id === hold.employee_id);
    if (person) return employeeName(person);
    return projects.find(({ id }) => id === hold.project_id)?.name ?? t('holds.unknown');
  };
  return (
    <section aria-labelledby="legal-holds" className="border-t pt-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <div>
          <h3 id="legal-holds" className="font-[600]">
            {t('holds.title')}
          </h3>
          <p className="text-muted text-sm">{t('holds.text')}</p>
        </div>
        <Button size="small" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden="true" />
          {t('holds.add')}
        </Button>
      </div>
      <Loaded query={holds} skeleton={<ListSkeleton rows={1} />}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted text-sm">{t('holds.none')}</p>
          ) : (
            <ul className="divide-y">
              {list.map((hold) => (
                <li key={hold.id} className="flex items-center gap-3 py-2 text-sm">
                  <div className="min-w-0 flex-1">
                    <p className="font-[550]">{nameOf(hold)}</p>
                    <p className="text-muted wrap-anywhere">
                      {t('holds.since', {
                        date: format.dateTime(hold.created_at),
                        reason: hold.reason,
                      })}
                    </p>
                  </div>
                  <Button size="small" onClick={() => setEnding(hold)}>
                    {t('holds.end')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <HoldDialog onClose={() => setIsAdding(false)} />}
      {ending && (
        <EndHoldDialog hold={ending} name={nameOf(ending)} onClose={() => setEnding(null)} />
      )}
    </section>
  );
}
