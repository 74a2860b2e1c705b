import { useState } from 'react';
import type { Bulletin } from '@/entities/bulletin/bulletins-query';
import type { ClockQuestion } from '@/entities/clock-question/clock-questions-query';
import { BulletinStep } from '@/features/clock-sheet/bulletin-step';
import { QuestionStep } from '@/features/clock-sheet/question-step';
import type { ClockMoment } from '@/features/clock-sheet/use-clock-moment';

export interface ClockSheetDialogProps {
  moment: ClockMoment;
  employeeId: string;
  questions: readonly ClockQuestion[];
  bulletins: readonly Bulletin[];
  onClose: () => void;
}

/** The questions on one sheet, then one bulletin after the other; each can be put off. */
export default function ClockSheetDialog(props: ClockSheetDialogProps) {
  const { moment, employeeId, onClose } = props;
  // As they were when the clock was started: what is confirmed elsewhere meanwhile changes nothing here.
  const [questions] = useState(props.questions);
  const [bulletins] = useState(props.bulletins);
  const [answered, setAnswered] = useState(questions.length === 0);
  const [position, setPosition] = useState(0);
  const bulletin = bulletins[position];
  if (!answered) {
    return (
      <QuestionStep
        moment={moment}
        employeeId={employeeId}
        questions={questions}
        onDone={() => {
          setAnswered(true);
          if (bulletins.length === 0) onClose();
        }}
      />
    );
  }
  if (!bulletin) return null;
  const next = () => {
    if (position + 1 < bulletins.length) setPosition(position + 1);
    else onClose();
  };
  return <BulletinStep key={bulletin.id} bulletin={bulletin} onDone={next} />;
}
