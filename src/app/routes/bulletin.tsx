import { BulletinScreen } from '@/features/bulletin/bulletin-screen';

export function Component() {
  return <BulletinScreen />;
}
