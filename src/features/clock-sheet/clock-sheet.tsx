import { mustBeConfirmed, useMyBulletins } from '@/entities/bulletin/bulletins-query';
import { useClockQuestions } from '@/entities/clock-question/clock-questions-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import ClockSheetDialog from '@/features/clock-sheet/clock-sheet-dialog';
import type { ClockMoment } from '@/features/clock-sheet/use-clock-moment';
import { useSheetExtras } from '@/features/clock-sheet/use-sheet-extras';

export interface ClockSheetProps {
  /** The start or stop that was just seen; null most of the time. */
  moment: ClockMoment | null;
  onDone: () => void;
}

/** Questions and important bulletins after the clock was started or stopped. The clock never waits for it. */
export default function ClockSheet({ moment, onDone }: ClockSheetProps) {
  const employee = useEmployee();
  const { data: questions = [], isPending: isAsking } = useClockQuestions();
  const { data: bulletins = [], isPending: isReading } = useMyBulletins();
  const extras = useSheetExtras(moment);
  // All at once: the dialog keeps what it was opened with.
  if (!moment || !employee || isAsking || isReading || extras.isWaiting) return null;
  const asked = questions.filter(
    (question) => question.active && question.moment === moment.moment,
  );
  const important = moment.moment === 'in' ? bulletins.filter(mustBeConfirmed) : [];
  const { early, unclassified, fields, meters } = extras;
  if (
    asked.length === 0 &&
    important.length === 0 &&
    !early &&
    !unclassified &&
    fields.length === 0 &&
    meters.length === 0
  )
    return null;
  return (
    <ClockSheetDialog
      key={`${moment.moment} ${moment.entryId}`}
      moment={moment}
      questions={asked}
      bulletins={important}
      early={early}
      unclassified={unclassified}
      fields={fields}
      meters={meters}
      onClose={onDone}
    />
  );
}
