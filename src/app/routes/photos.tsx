import { PhotosScreen } from '@/features/photos/photos-screen';

export function Component() {
  return <PhotosScreen />;
}
