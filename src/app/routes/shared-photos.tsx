import { SharedPhotosScreen } from '@/features/shared-photos/shared-photos-screen';

export function Component() {
  return <SharedPhotosScreen />;
}
