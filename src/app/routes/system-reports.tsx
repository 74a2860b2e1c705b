import { SystemScreen } from '@/features/system-reports/system-screen';

export function Component() {
  return <SystemScreen />;
}
