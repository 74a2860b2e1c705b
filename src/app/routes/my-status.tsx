import { HeldEventsCard } from '@/features/held-events/held-events-card';
import { MyStatusScreen } from '@/features/my-status/my-status-screen';

export function Component() {
  return <MyStatusScreen below={<HeldEventsCard scope="own" />} />;
}
