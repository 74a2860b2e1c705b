import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { EndChoice } from '@/entities/forgotten-punch/end-choice';
import { proposalQuery } from '@/entities/forgotten-punch/proposal-query';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { RealEndQuestion } from '@/entities/running-entry/real-end';
import { formatDuration } from '@/lib/duration';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

const DAY_SECONDS = 86_400;

/** Stopping a clock of over 16 hours: when did the work really end? */
export default function RealEndDialog({ question }: { question: RealEndQuestion }) {
  const { t } = useTranslation('forgotten-punch');
  const { entry, answer } = question;
  const clock = useSiteClock(entry.project_id);
  const proposal = useQuery(proposalQuery(entry.id));
  const seconds = Math.floor((serverNow() - Date.parse(entry.clock_in)) / 1000);
  return (
    <Dialog open onOpenChange={(open) => !open && answer(null)}>
      <DialogContent
        width="small"
        title={t('long.title')}
        description={t('long.text', {
          duration: formatDuration(seconds),
          time: clock.dateTime(entry.clock_in),
        })}
      >
        <DialogBody className="pb-5">
          {!proposal.isLoading && (
            <EndChoice
              clockIn={entry.clock_in}
              proposal={proposal.data ?? null}
              timeZone={clock.timeZone}
              time={clock.time}
              busy={false}
              onChoose={(endedAt) => answer({ endedAt })}
              after={
                seconds <= DAY_SECONDS && (
                  <Button size="large" variant="link" block onClick={() => answer('now')}>
                    {t('long.now')}
                  </Button>
                )
              }
            />
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
