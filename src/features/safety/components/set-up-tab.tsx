import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { type Establishment, officersQuery } from '@/features/safety/api/queries';
import { useAddOfficer, useRemoveOfficer } from '@/features/safety/api/writes';
import { EstablishmentDialog } from '@/features/safety/components/establishment-dialog';
import { useTranslation } from '@/lib/use-translation';

interface SetUpTabProps {
  companyId: string;
  establishments: readonly Establishment[];
}

export default function SetUpTab({ companyId, establishments }: SetUpTabProps) {
  const isOwner = useEmployee()?.role === 'owner';
  return (
    <div className="grid gap-5">
      <Establishments companyId={companyId} establishments={establishments} />
      {isOwner && <Officers companyId={companyId} />}
    </div>
  );
}

function Establishments({ companyId, establishments }: SetUpTabProps) {
  const { t } = useTranslation(['safety', 'common']);
  const [edited, setEdited] = useState<Establishment | 'new' | null>(null);
  return (
    <Card>
      <CardHeader
        title={t('establishment.title')}
        description={t('establishment.text')}
        action={
          <Button onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" />
            {t('establishment.add')}
          </Button>
        }
        divided
      />
      {establishments.length === 0 ? (
        <p className="p-5 text-muted text-sm">{t('establishment.none')}</p>
      ) : (
        <ul className="divide-y">
          {establishments.map((place) => (
            <li key={place.id} className="flex flex-wrap items-center gap-3 px-5 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-[550]">{place.name}</p>
                <p className="text-muted text-sm">
                  {[place.street, place.city, place.state, place.zip].filter(Boolean).join(', ') ||
                    t('establishment.incomplete')}
                </p>
              </div>
              <Button
                size="small"
                aria-label={t('establishment.editOf', { name: place.name })}
                onClick={() => setEdited(place)}
              >
                {t('common:action.edit')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <EstablishmentDialog
          companyId={companyId}
          place={edited === 'new' ? null : edited}
          hasMain={establishments.some(({ project_id }) => project_id === null)}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}

function Officers({ companyId }: { companyId: string }) {
  const { t } = useTranslation('safety');
  const officers = useQuery(officersQuery(companyId));
  const { data: people = [] } = useEmployeeOptions();
  const add = useAddOfficer(companyId);
  const remove = useRemoveOfficer(companyId);
  const [chosen, setChosen] = useState<string | null>(null);
  const nameOf = (id: string) => {
    const person = people.find((option) => option.id === id);
    return person ? employeeName(person) : '–';
  };
  return (
    <Card>
      <CardHeader title={t('officers.title')} description={t('officers.text')} divided />
      <div className="grid gap-4 p-5">
        <Loaded query={officers} skeleton={<ListSkeleton rows={1} />}>
          {(list) => (
            <ul className="divide-y">
              {list.map(({ id, employee_id }) => (
                <li key={id} className="flex items-center justify-between gap-3 py-2 text-sm">
                  <span className="font-[550]">{nameOf(employee_id)}</span>
                  <Button
                    size="small"
                    aria-label={t('officers.removeOf', { name: nameOf(employee_id) })}
                    onClick={() => remove.mutate(id)}
                  >
                    {t('officers.remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <div className="flex flex-wrap items-end gap-3">
          <Field label={t('officers.manager')} className="min-w-56 flex-1">
            <EmployeePicker value={chosen} onValueChange={setChosen} />
          </Field>
          <Button
            disabled={chosen === null}
            busy={add.isPending}
            onClick={() => chosen && add.mutate(chosen, { onSuccess: () => setChosen(null) })}
          >
            {t('officers.add')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
