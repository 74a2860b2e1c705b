import { MapScreen } from '@/features/map/map-screen';

export function Component() {
  return <MapScreen />;
}
