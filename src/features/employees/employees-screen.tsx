import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { ColleaguesView } from '@/features/employees/components/colleagues-view';
import { PeopleView, type PeopleViewProps } from '@/features/employees/components/people-view';

/** Managers and owners look after everyone; others see whom they work with. */
export function EmployeesScreen({ packets }: PeopleViewProps) {
  return useIsPrivileged() ? <PeopleView packets={packets} /> : <ColleaguesView />;
}
