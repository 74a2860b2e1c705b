import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { HeldBanner } from '@/features/held-events/held-banner';
import { HeldEventsCard } from '@/features/held-events/held-events-card';
import { MyStatusScreen } from '@/features/my-status/my-status-screen';
import { loadNamespaces } from '@/lib/i18n';

const QuestionBanner = late(async () => {
  const [module] = await Promise.all([
    import('@/features/verification/question-banner'),
    loadNamespaces(['verification']),
  ]);
  return module;
});

export function Component() {
  return (
    <MyStatusScreen
      above={
        <>
          <HeldBanner />
          <Suspense>
            <QuestionBanner />
          </Suspense>
        </>
      }
      below={<HeldEventsCard scope="own" />}
    />
  );
}
