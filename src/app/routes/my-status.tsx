import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { useViewer } from '@/entities/viewer/use-viewer';
import { HeldBanner } from '@/features/held-events/held-banner';
import { HeldEventsCard } from '@/features/held-events/held-events-card';
import { MyStatusScreen } from '@/features/my-status/my-status-screen';
import { PushOfferGate } from '@/features/push/push-offer-gate';
import { loadNamespaces } from '@/lib/i18n';
import { withTexts } from '@/lib/with-texts';

const MyRecordCard = late(() =>
  withTexts(
    import('@/features/packets/my-record-card').then((module) => module.default),
    'packets',
    'my-record',
  ),
);

const QuestionBanner = late(async () => {
  const [module] = await Promise.all([
    import('@/features/verification/question-banner'),
    loadNamespaces(['verification']),
  ]);
  return module;
});

const OwnQuestionBanner = late(
  async () => {
    const [module] = await Promise.all([
      import('@/features/forgotten-punch/own-question-banner'),
      loadNamespaces(['forgotten-punch']),
    ]);
    return module;
  },
  { missing: () => null },
);

const NextBreakLine = late(async () => {
  const [module] = await Promise.all([
    import('@/features/break-board/next-break-line'),
    loadNamespaces(['break-board']),
  ]);
  return module;
});

const FormsDueCard = late(() =>
  withTexts(
    import('@/features/form-fill/forms-due-card').then((module) => module.default),
    'form-fill',
  ),
);

export function Component() {
  const { forms: hasForms } = useViewer();
  return (
    <MyStatusScreen
      last={
        <Suspense>
          <MyRecordCard />
        </Suspense>
      }
      above={
        <>
          <HeldBanner />
          <Suspense>
            <OwnQuestionBanner />
          </Suspense>
          <Suspense>
            <QuestionBanner />
          </Suspense>
        </>
      }
      below={
        <>
          <Suspense>
            <NextBreakLine />
          </Suspense>
          {hasForms && (
            <Suspense>
              <FormsDueCard />
            </Suspense>
          )}
          <HeldEventsCard scope="own" />
          <PushOfferGate />
        </>
      }
    />
  );
}
