import { ProjectsScreen } from '@/features/projects/projects-screen';

export function Component() {
  return <ProjectsScreen />;
}
