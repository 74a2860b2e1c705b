import { Landmark, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import type { Contract } from '@/features/public-work/contract/api/queries';
import { useRemoveContract } from '@/features/public-work/contract/api/writes';
import { Fact } from '@/features/public-work/contract/components/fact';
import { EXTERNAL_ID_NAMES } from '@/features/public-work/contract/contract-form';
import { useTranslation } from '@/lib/use-translation';
import { useWeekDays } from '@/lib/use-week-days';

const ContractDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/contract/components/contract-dialog'))
    .ContractDialog,
}));

interface ContractCardProps {
  project: { id: string; name: string; address: string | null; client: string | null };
  contract: Contract | null;
}

/** The contract as it is, or the way to one. */
export function ContractCard({ project, contract }: ContractCardProps) {
  const { t } = useTranslation('public-contract');
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null);
  const remove = useRemoveContract(contract?.company_id ?? '');
  const close = () => setOpened(null);
  return (
    <Card id="contract">
      {contract ? (
        <>
          <CardHeader
            divided
            title={t('contract.title')}
            action={
              <div className="flex gap-2">
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('contract.remove')}
                  onClick={() => setOpened('remove')}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
                <Button size="small" onClick={() => setOpened('edit')}>
                  <Pencil aria-hidden="true" />
                  {t('contract.edit')}
                </Button>
              </div>
            }
          />
          <CardBody>
            <ContractFacts contract={contract} />
          </CardBody>
        </>
      ) : (
        <EmptyState
          icon={Landmark}
          title={t('contract.empty')}
          text={t('contract.emptyText')}
          action={
            <Button variant="primary" onClick={() => setOpened('edit')}>
              {t('contract.setUp')}
            </Button>
          }
        />
      )}
      <Suspense>
        {opened === 'edit' && (
          <ContractDialog project={project} contract={contract} onClose={close} />
        )}
      </Suspense>
      <ConfirmDialog
        open={opened === 'remove'}
        onOpenChange={close}
        title={t('contract.removeTitle', { name: project.name })}
        description={t('contract.removeText')}
        confirmLabel={t('contract.remove')}
        busy={remove.isPending}
        onConfirm={() => contract && remove.mutate(contract.id, { onSuccess: close })}
      />
    </Card>
  );
}

function ContractFacts({ contract }: { contract: Contract }) {
  const { t } = useTranslation('public-contract');
  const days = useWeekDays();
  const ids = EXTERNAL_ID_NAMES.filter((name) => contract.external_ids[name]);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
      <Fact label={t('contract.regime')}>{t(`regime.${contract.regime}`)}</Fact>
      <Fact label={t('contract.role')}>
        {t(`role.${contract.contractor_role}`)}
        {contract.contractor_role === 'sub' && contract.prime_name && (
          <span className="block text-muted">
            {t('contract.under', { name: contract.prime_name })}
          </span>
        )}
      </Fact>
      <Fact label={t('contract.number')}>{contract.contract_number}</Fact>
      <Fact label={t('contract.agency')}>{contract.agency}</Fact>
      <Fact label={t('contract.location')}>
        {[contract.location, contract.county, contract.state].filter(Boolean).join(', ')}
      </Fact>
      <Fact label={t('contract.weekEnds')}>{days[contract.week_ends_on]?.label}</Fact>
      <Fact label={t('contract.cwhssa')}>{t(`cwhssa.${contract.cwhssa}`)}</Fact>
      <Fact label={t('contract.topUp')}>
        {t(contract.top_up ? 'contract.topUpYes' : 'contract.topUpNo')}
      </Fact>
      <Fact label={t('contract.noWork')}>
        {t(contract.no_work_reports ? 'contract.noWorkYes' : 'contract.noWorkNo')}
      </Fact>
      {ids.map((name) => (
        <Fact key={name} label={t(`ids.${name}`)}>
          {contract.external_ids[name]}
        </Fact>
      ))}
    </dl>
  );
}
