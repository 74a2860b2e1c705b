import { useQuery } from '@tanstack/react-query';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import type { CrewMember } from '@/entities/crew/crew-member';
import { employeeName } from '@/entities/employee/employees-query';
import { EndChoice } from '@/entities/forgotten-punch/end-choice';
import { proposalOfPersonQuery } from '@/entities/forgotten-punch/proposal-query';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface Props {
  /** Whose clocks have run for over 16 hours, the first one's start being the earliest end. */
  members: readonly CrewMember[];
  onChoose: (endedAt: string) => void;
  onClose: () => void;
}

/** A foreman stops clocks that were forgotten: one real end for all of them. */
export default function RealEndDialog({ members, onChoose, onClose }: Props) {
  const { t } = useTranslation('forgotten-punch');
  const format = useFormat();
  const [first] = members;
  const clock = useSiteClock(first?.project_id);
  const proposal = useQuery(proposalOfPersonQuery(first?.employee_id ?? ''));
  const latest =
    members
      .map(({ since }) => since ?? '')
      .toSorted()
      .at(-1) ?? '';
  const names = format.list(members.map((member) => employeeName(member)));
  const isOne = members.length === 1;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        width="small"
        title={isOne ? t('long.titleOther', { name: names }) : t('long.titleCrew')}
        description={t('long.textCrew', { names })}
      >
        <DialogBody className="pb-5">
          {!proposal.isLoading && (
            <EndChoice
              clockIn={latest}
              proposal={proposal.data ?? null}
              timeZone={clock.timeZone}
              time={clock.time}
              busy={false}
              onChoose={(endedAt) => {
                onChoose(endedAt);
                onClose();
              }}
            />
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
