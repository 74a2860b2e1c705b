import { Suspense, useEffect } from 'react';
import { late } from '@/components/shared/late';
import { type RealEndQuestion, useRealEndQuestion } from '@/entities/running-entry/real-end';
import { loadNamespaces } from '@/lib/i18n';

/** Code that does not arrive keeps nobody from stopping: the clock stops now, and is flagged. */
function StopNow({ question }: { question: RealEndQuestion }) {
  useEffect(() => question.answer('now'), [question]);
  return null;
}

const RealEndDialog = late(
  async () => {
    const [module] = await Promise.all([
      import('@/features/forgotten-punch/real-end-dialog'),
      loadNamespaces(['forgotten-punch']),
    ]);
    return module;
  },
  { missing: StopNow },
);

/** Shows the question for the real end, whichever button stopped the clock. */
export function RealEndGate() {
  const question = useRealEndQuestion();
  if (!question) return null;
  return (
    <Suspense>
      <RealEndDialog question={question} />
    </Suspense>
  );
}
