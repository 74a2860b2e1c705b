import { MyStatusScreen } from '@/features/my-status/my-status-screen';

export function Component() {
  return <MyStatusScreen />;
}
