import { useQuery } from '@tanstack/react-query';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { Combobox, type ComboboxProps } from '@/components/shared/combobox';
import { ProjectPath } from '@/entities/project/project-path';
import { projectsQuery } from '@/features/projects/api/queries';
import { possibleParents } from '@/features/projects/possible-parents';
import { useTranslation } from '@/lib/use-translation';

interface ParentPickerProps extends Partial<Omit<ComboboxProps, 'options' | 'loading'>> {
  companyId: string;
  /** What is moved; null: a new one. */
  projectId: string | null;
  value: string | null;
  onValueChange: (parentId: string | null) => void;
}

/** What a project is a part of; only places where it fits are offered. */
export function ParentPicker({ companyId, projectId, value, ...props }: ParentPickerProps) {
  const { t } = useTranslation('phases');
  const { data = [], isPending } = useQuery(projectsQuery(companyId));
  const options = possibleParents(data, projectId).map((project) => ({
    value: project.id,
    text: project.path,
    keywords: [project.client ?? '', project.number ?? ''],
    label: (
      <>
        <ColorSwatch color={project.color} />
        <ProjectPath project={{ leaf: project.name, above: project.above }} />
      </>
    ),
  }));
  return (
    <Combobox
      placeholder={t('ownProject')}
      clearLabel={t('ownProject')}
      {...props}
      value={value}
      options={options.sort((a, b) => a.text.localeCompare(b.text))}
      loading={isPending}
    />
  );
}
