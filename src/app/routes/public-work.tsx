import { PublicWorkScreen } from '@/features/public-work/public-work-screen';

export function Component() {
  return <PublicWorkScreen />;
}
