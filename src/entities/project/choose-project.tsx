import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { isOpen, useProjectOptions } from '@/entities/project/projects-query';
import { useTranslation } from '@/lib/use-translation';

/** More than this many are found faster in the picker, which searches. */
const FEW = 12;

export interface ChooseProjectProps {
  icon: LucideIcon;
  title: string;
  text?: string;
  onChoose: (projectId: string) => void;
}

/** What a screen about one project shows before one is chosen: the projects themselves, one tap away. */
export function ChooseProject({ icon, title, text, onChoose }: ChooseProjectProps) {
  const query = useProjectOptions();
  const projects = (query.data ?? []).filter(isOpen);
  return (
    <Card>
      <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
        {projects.length === 0 ? (
          <NoProjects icon={icon} />
        ) : (
          <EmptyState
            icon={icon}
            title={title}
            text={text}
            action={
              projects.length <= FEW &&
              projects.map(({ id, name, color }) => (
                <Button key={id} className="max-w-full" onClick={() => onChoose(id)}>
                  <ColorSwatch color={color} />
                  <span className="truncate">{name}</span>
                </Button>
              ))
            }
          />
        )}
      </Loaded>
    </Card>
  );
}

function NoProjects({ icon }: { icon: LucideIcon }) {
  const { t } = useTranslation(['common', 'shell']);
  return (
    <EmptyState
      icon={icon}
      title={t('project.none')}
      action={
        <Button asChild>
          <Link to="/projects">{t('shell:nav.projects')}</Link>
        </Button>
      }
    />
  );
}
