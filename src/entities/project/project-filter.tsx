import { useIsSection } from '@/components/shared/page-section';
import { ProjectPicker, type ProjectPickerProps } from '@/entities/project/project-picker';

/** Whose project a list shows; on a project's own page there is nothing to choose. */
export function ProjectFilter(props: ProjectPickerProps) {
  return useIsSection() ? null : <ProjectPicker include="all" {...props} />;
}
