import { OfficeScreen } from '@/features/tickets/office/office-screen';

export function Component() {
  return <OfficeScreen />;
}
