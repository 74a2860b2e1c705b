import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Contractor, contractorQuery } from '@/features/public-work/contract/api/contractor';
import { Fact } from '@/features/public-work/contract/components/fact';
import { useTranslation } from '@/lib/use-translation';

const ContractorDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/contract/components/contractor-dialog'))
    .ContractorDialog,
}));

/** The company as its reports name it; owners enter it. */
export function ContractorCard() {
  const { t } = useTranslation('public-contract');
  const { company, employee } = useViewer();
  const query = useQuery(contractorQuery(company?.id ?? ''));
  const [params, setParams] = useSearchParams();
  const isOpen = params.get('dialog') === 'contractor';
  const setOpen = (next: boolean) => setParams(next ? { dialog: 'contractor' } : {});
  const mayEdit = employee?.role === 'owner';
  return (
    <Loaded query={query} skeleton={<CardGridSkeleton />} framed>
      {(contractor) => (
        <Card id="contractor">
          <CardHeader
            divided
            title={t('contractor.title')}
            description={t('contractor.text')}
            action={
              mayEdit && (
                <Button size="small" onClick={() => setOpen(true)}>
                  <Pencil aria-hidden="true" />
                  {t('contractor.edit')}
                </Button>
              )
            }
          />
          <CardBody>
            {contractor ? (
              <ContractorFacts contractor={contractor} />
            ) : (
              <p className="text-muted text-sm">
                {t('contractor.empty')} {!mayEdit && t('contractor.owners')}
              </p>
            )}
          </CardBody>
          <Suspense>
            {mayEdit && isOpen && (
              <ContractorDialog contractor={contractor} onClose={() => setOpen(false)} />
            )}
          </Suspense>
        </Card>
      )}
    </Loaded>
  );
}

function ContractorFacts({ contractor }: { contractor: Contractor }) {
  const { t } = useTranslation('public-contract');
  const { street, city, state, zip, license_type: license } = contractor;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
      <Fact label={t('contractor.legalName')}>{contractor.legal_name}</Fact>
      <Fact label={t('contractor.address')}>
        {[street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
      </Fact>
      <Fact label={t('contractor.phone')}>{contractor.phone}</Fact>
      <Fact label={t('contractor.email')}>{contractor.email}</Fact>
      <Fact label={t('contractor.fein')}>
        {contractor.fein?.replace(/^(\d{2})(\d{7})$/, '$1-$2')}
      </Fact>
      <Fact label={t('contractor.licenseType')}>
        {license && `${t(`contractor.license.${license}`)} ${contractor.license_number ?? ''}`}
      </Fact>
      <Fact label={t('contractor.pwcr')}>{contractor.pwcr}</Fact>
      <Fact label={t('contractor.insurance')}>{contractor.insurance_number}</Fact>
    </dl>
  );
}
