import { ColorSwatch } from '@/components/shared/color-swatch';
import type { ComboboxOption } from '@/components/shared/option-list';
import { ProjectPath } from '@/entities/project/project-path';
import { isBookable, useProjectOptions } from '@/entities/project/projects-query';

export function useProjectPickerOptions(
  value: string | null,
  include: 'bookable' | 'all',
): { options: ComboboxOption[]; loading: boolean } {
  const { data = [], isPending } = useProjectOptions();
  const options = data
    .filter((project) => include === 'all' || isBookable(project) || project.id === value)
    .map((project) => ({
      value: project.id,
      text: project.name,
      keywords: [project.client ?? '', project.number ?? '', project.name_es ?? ''],
      label: (
        <>
          <ColorSwatch color={project.color} />
          <ProjectPath project={project} />
        </>
      ),
    }));
  return { options, loading: isPending };
}
