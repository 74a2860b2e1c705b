import { ActivityReportsScreen } from '@/features/activity-reports/activity-reports-screen';

export function Component() {
  return <ActivityReportsScreen />;
}
