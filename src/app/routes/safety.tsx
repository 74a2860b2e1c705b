import { SafetyScreen } from '@/features/safety/safety-screen';

export function Component() {
  return <SafetyScreen />;
}
