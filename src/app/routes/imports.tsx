import { ImportsScreen } from '@/features/imports/imports-screen';

export function Component() {
  return <ImportsScreen />;
}
