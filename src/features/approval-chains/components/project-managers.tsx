import { useQuery } from '@tanstack/react-query';
import { projectManagersQuery, useNameManager } from '@/features/approval-chains/api/managers';
import { PersonChoices } from '@/features/approval-chains/components/person-choices';
import type { ChainNames } from '@/features/approval-chains/use-chain-names';
import { useTranslation } from '@/lib/use-translation';

interface ProjectManagersProps {
  companyId: string;
  people: ChainNames['approvers'];
}

/** Who runs which project: a phase without one follows what it is a part of. */
export function ProjectManagers({ companyId, people }: ProjectManagersProps) {
  const { t } = useTranslation('approval-chains');
  const { data = [] } = useQuery(projectManagersQuery(companyId));
  const name = useNameManager(companyId);
  return (
    <PersonChoices
      title={t('managers.title')}
      text={t('managers.text')}
      nobody={t('managers.nobody')}
      lines={data.map((project) => ({
        id: project.id,
        label: project.name,
        chosen: project.manager_id,
        people,
      }))}
      busy={name.isPending}
      onChoose={(id, managerId) => {
        const opened = data.find((project) => project.id === id);
        if (opened) name.mutate({ opened, managerId });
      }}
    />
  );
}
