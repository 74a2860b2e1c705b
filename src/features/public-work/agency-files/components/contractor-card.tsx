import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { contractorQuery } from '@/features/public-work/agency-files/api/queries';
import {
  CONTRACTOR_FIELDS,
  ContractorDialog,
} from '@/features/public-work/agency-files/components/contractor-dialog';
import { useTranslation } from '@/lib/use-translation';

/** The company as agencies know it. Owners change it, managers see it. */
export function ContractorCard() {
  const { t } = useTranslation(['agency-files', 'common']);
  const { company, employee } = useViewer();
  const [params, setParams] = useSearchParams();
  const contractor = useQuery(contractorQuery(company?.id ?? ''));
  const isOwner = employee?.role === 'owner';
  const open = (next: boolean) =>
    setParams(next ? { tab: 'files', dialog: 'contractor' } : { tab: 'files' });
  return (
    <Card>
      <CardHeader
        divided
        title={t('contractor.title')}
        description={t(isOwner ? 'contractor.text' : 'contractor.ownersOnly')}
        action={
          isOwner && contractor.isSuccess ? (
            <Button size="small" onClick={() => open(true)}>
              {t('common:action.edit')}
            </Button>
          ) : undefined
        }
      />
      <CardBody>
        <Loaded query={contractor} skeleton={<ListSkeleton rows={3} />}>
          {(row) => (
            <>
              <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm lg:grid-cols-4">
                {CONTRACTOR_FIELDS.map((name) => (
                  <div key={name} className="min-w-0">
                    <dt className="text-muted text-xs">{t(`field.${name}`)}</dt>
                    <dd className="wrap-anywhere">{row?.[name] || '–'}</dd>
                  </div>
                ))}
              </dl>
              {isOwner && params.get('dialog') === 'contractor' && (
                <ContractorDialog contractor={row} onClose={() => open(false)} />
              )}
            </>
          )}
        </Loaded>
      </CardBody>
    </Card>
  );
}
