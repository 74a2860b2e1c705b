import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import {
  identitiesQuery,
  identityViewsQuery,
  peopleQuery,
} from '@/features/public-work/facts/api/queries';
import { IdentityDialog } from '@/features/public-work/facts/components/identity-dialog';
import { ReadIdentityDialog } from '@/features/public-work/facts/components/read-identity-dialog';
import type { Known } from '@/features/public-work/facts/match-people';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

type Asked = { person: Known; kind: 'set' | 'read' } | null;
const nameOf = ({ first_name, last_name }: Known) => `${first_name} ${last_name}`.trim();

/** Of whom the last four digits are stored. They are shown one by one, with a purpose. */
export function IdentitiesCard({ companyId }: { companyId: string }) {
  const { t } = useTranslation('payroll-facts');
  const people = useQuery(peopleQuery(companyId)).data ?? [];
  const files = useQuery(identitiesQuery(companyId)).data ?? [];
  const isOwner = useEmployee()?.role === 'owner';
  const [chosen, setAsked] = useState<Asked>(null);
  // A check of a certified payroll leads to one person.
  const [params, setParams] = useSearchParams();
  const named = people.find(({ id }) => id === params.get('identity'));
  const asked = chosen ?? (named ? { person: named, kind: 'set' as const } : null);
  const close = () => {
    setAsked(null);
    if (named) setParams({ tab: 'facts' }, { replace: true, preventScrollReset: true });
  };
  const stored = new Set(files.map(({ employee_id }) => employee_id));
  const rows = people
    .filter(({ id, active }) => active || stored.has(id))
    .toSorted((one, other) => Number(stored.has(one.id)) - Number(stored.has(other.id)));
  return (
    <Card>
      <CardHeader title={t('identity.title')} description={t('identity.text')} divided />
      <DataTable
        label={t('identity.title')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { id: 'person', header: t('person'), card: 'title', cell: nameOf, sortBy: nameOf },
          {
            id: 'state',
            header: t('identity.state'),
            card: 'aside',
            cell: ({ id }) =>
              stored.has(id) ? (
                <Badge tone="success">{t('identity.stored')}</Badge>
              ) : (
                <Badge tone="attention">{t('identity.missing')}</Badge>
              ),
          },
          {
            id: 'actions',
            header: t('identity.enter'),
            headerHidden: true,
            card: 'actions',
            align: 'end',
            cell: (person) => (
              <span className="flex justify-end gap-2">
                {stored.has(person.id) && (
                  <Button
                    size="small"
                    onClick={() => setAsked({ person, kind: 'read' })}
                    aria-label={`${t('identity.read')}: ${nameOf(person)}`}
                  >
                    {t('identity.read')}
                  </Button>
                )}
                <Button
                  size="small"
                  onClick={() => setAsked({ person, kind: 'set' })}
                  aria-label={`${t(stored.has(person.id) ? 'identity.change' : 'identity.enter')}: ${nameOf(person)}`}
                >
                  {t(stored.has(person.id) ? 'identity.change' : 'identity.enter')}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {isOwner && <Views companyId={companyId} people={people} />}
      {asked?.kind === 'set' && (
        <IdentityDialog
          employeeId={asked.person.id}
          name={nameOf(asked.person)}
          isStored={stored.has(asked.person.id)}
          onClose={close}
        />
      )}
      {asked?.kind === 'read' && (
        <ReadIdentityDialog
          employeeId={asked.person.id}
          name={nameOf(asked.person)}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** Who read whose, for owners. */
function Views({ companyId, people }: { companyId: string; people: readonly Known[] }) {
  const { t } = useTranslation('payroll-facts');
  const format = useFormat();
  const views = useQuery(identityViewsQuery(companyId)).data ?? [];
  const named = (id: string | null) => {
    const person = people.find((one) => one.id === id);
    return person ? nameOf(person) : '–';
  };
  if (views.length === 0) return null;
  return (
    <>
      <CardHeader title={t('views.title')} description={t('views.text')} divided />
      <DataTable
        label={t('views.title')}
        rows={views}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'who',
            header: t('views.who'),
            card: 'title',
            cell: ({ viewed_by }) => named(viewed_by),
          },
          { id: 'whose', header: t('views.whose'), cell: ({ employee_id }) => named(employee_id) },
          {
            id: 'why',
            header: t('views.purpose'),
            cell: ({ purpose }) => <span className="wrap-anywhere">{purpose}</span>,
          },
          {
            id: 'when',
            header: t('files.when'),
            cell: ({ viewed_at }) => format.dateTime(viewed_at),
          },
        ]}
      />
    </>
  );
}
