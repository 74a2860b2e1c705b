import { HeldBanner } from '@/features/held-events/held-banner';
import { HeldEventsCard } from '@/features/held-events/held-events-card';
import { MyStatusScreen } from '@/features/my-status/my-status-screen';

export function Component() {
  return <MyStatusScreen above={<HeldBanner />} below={<HeldEventsCard scope="own" />} />;
}
