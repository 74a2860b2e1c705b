import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Chain, chainsQuery } from '@/features/approval-chains/api/chains';
import { ProjectManagers } from '@/features/approval-chains/components/project-managers';
import { StepSentence } from '@/features/approval-chains/components/step-sentence';
import { Substitutes } from '@/features/approval-chains/components/substitutes';
import { useChainNames } from '@/features/approval-chains/use-chain-names';
import { useTranslation } from '@/lib/use-translation';

const ChainDialog = lateDialog(() => import('@/features/approval-chains/components/chain-dialog'));

/** Settings › Approval chains, for owners. */
export function ApprovalChainsCard() {
  const { t } = useTranslation('approval-chains');
  const companyId = useViewer().company?.id ?? '';
  const query = useQuery(chainsQuery(companyId));
  const names = useChainNames();
  const [opened, setOpened] = useState<Chain | 'new' | null>(null);
  return (
    <SettingsCard title={t('title')} text={t('text')}>
      <Loaded query={query} skeleton={<ListSkeleton rows={2} />}>
        {(chains) => (
          <div className="grid gap-4">
            {chains.length === 0 ? (
              <p className="text-muted text-sm">{t('none')}</p>
            ) : (
              <ul className="-mt-3 divide-y">
                {chains.map((chain) => (
                  <li key={chain.id} className="flex items-start gap-3 py-3">
                    <div className="min-w-0 flex-1">
                      <h3 className="font-[620]">{chain.name}</h3>
                      <p className="text-muted text-sm">{names.placeOf(chain)}</p>
                      <StepSentence steps={chain.steps} names={names} />
                    </div>
                    <Button
                      aria-label={t('changeNamed', { name: chain.name })}
                      onClick={() => setOpened(chain)}
                    >
                      {t('change')}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            <Button className="justify-self-start" onClick={() => setOpened('new')}>
              <Plus aria-hidden="true" />
              {t('add')}
            </Button>
            {chains.some(({ steps }) => steps.some((s) => s.decider === 'project_manager')) && (
              <ProjectManagers companyId={companyId} people={names.approvers} />
            )}
            {chains.length > 0 && <Substitutes companyId={companyId} people={names.approvers} />}
          </div>
        )}
      </Loaded>
      {opened && (
        <Suspense>
          <ChainDialog
            companyId={companyId}
            chain={opened === 'new' ? null : opened}
            names={names}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </SettingsCard>
  );
}
