import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { EndChoice } from '@/entities/forgotten-punch/end-choice';
import { useSiteHere } from '@/entities/geofence/use-site-here';
import { useQueuedEvents } from '@/entities/offline/queue-state';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  askIfStillWorking,
  type OwnQuestion,
  ownQuestionsQuery,
  useAnswerQuestion,
} from '@/features/forgotten-punch/api/own-question';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

/** So far outside, and so long, before it counts as having left: gates and parking are near. */
const LEFT_SITE_M = 150;
const LEFT_SITE_MS = 5 * 60_000;

/** Only while this page is open, only for those who share their place, and the place stays here. */
function useLeavingSite(running: RunningEntry | null): void {
  const site = useSiteHere(running?.project_id);
  const isOutside =
    running?.project_id != null && site !== null && site.edge - (site.accuracy ?? 0) > LEFT_SITE_M;
  const entryId = running?.id;
  useEffect(() => {
    if (!isOutside || !entryId) return;
    const timer = setTimeout(
      () => void askIfStillWorking(entryId).catch(() => undefined),
      LEFT_SITE_MS,
    );
    return () => clearTimeout(timer);
  }, [isOutside, entryId]);
}

function Question({ question }: { question: OwnQuestion }) {
  const { t, language } = useTranslation('forgotten-punch');
  const clock = useSiteClock(question.project_id);
  const format = useFormat();
  const { mutate, isPending } = useAnswerQuestion();
  const answer = (endedAt: string | null): void => mutate({ id: question.id, endedAt, language });
  return (
    <Card aria-label={t('title')} className="mb-4">
      <CardBody>
        <h2 className="font-[650] text-md">{t('title')}</h2>
        <p className="mb-3 text-muted text-sm">
          {t('runningDay', {
            time: clock.time(question.clock_in),
            day: format.dayMonth(clock.date(question.clock_in)),
          })}
        </p>
        <EndChoice
          clockIn={question.clock_in}
          proposal={question}
          timeZone={clock.timeZone}
          time={clock.time}
          busy={isPending}
          onChoose={answer}
          before={
            <Button
              size="huge"
              variant="primary"
              block
              busy={isPending}
              onClick={() => answer(null)}
            >
              <Check aria-hidden="true" />
              {t('yes')}
            </Button>
          }
        />
      </CardBody>
    </Card>
  );
}

/** Above one's clock: the question whether it was forgotten, while it runs and until it is answered. */
export default function OwnQuestionBanner() {
  const { company, employee } = useViewer();
  const running = useRunningEntry();
  const [hidden, setHidden] = useState<string | null>(null);
  const queued = useQueuedEvents();
  useLeavingSite(running);
  useLiveTable({
    table: 'forgotten_punches',
    filter: employee ? `employee_id=eq.${employee.id}` : null,
    stale: [queryKeys.forgottenPunches],
  });
  const { data: questions = [] } = useQuery({
    ...ownQuestionsQuery(company?.id ?? '', employee?.id ?? ''),
    enabled: employee !== null && running !== null,
  });
  const question = questions.find(({ time_entry_id }) => time_entry_id === running?.id);
  const waits = queued.find(
    ({ kind, payload }) =>
      kind === 'forgotten_punch' &&
      (payload.args as { id_param?: string })?.id_param === question?.id,
  );
  // Answered without a signal: it stays answered when the queue is sent and the list is not here yet.
  if (waits && question && hidden !== question.id) setHidden(question.id);
  if (!question || hidden === question.id) return null;
  return <Question question={question} />;
}
