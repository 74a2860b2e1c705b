import { useState } from 'react';
import type { Bulletin } from '@/entities/bulletin/bulletins-query';
import type { ClockQuestion } from '@/entities/clock-question/clock-questions-query';
import type { EarlyClockIn } from '@/entities/clock-rule/early-clock-in';
import type { CustomField } from '@/entities/custom-field/custom-field';
import FieldsStep from '@/entities/custom-field/fields-step';
import type { MeterToRead } from '@/entities/equipment/meters-to-read';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { BulletinStep } from '@/features/clock-sheet/bulletin-step';
import { ClassStep } from '@/features/clock-sheet/class-step';
import { EarlyStep } from '@/features/clock-sheet/early-step';
import { MeterStep } from '@/features/clock-sheet/meter-step';
import { QuestionStep } from '@/features/clock-sheet/question-step';
import { UndoStop } from '@/features/clock-sheet/undo-stop';
import type { ClockMoment } from '@/features/clock-sheet/use-clock-moment';

export interface ClockSheetDialogProps {
  moment: ClockMoment;
  questions: readonly ClockQuestion[];
  bulletins: readonly Bulletin[];
  early: EarlyClockIn | null;
  unclassified: RunningEntry | null;
  fields: readonly CustomField[];
  meters: readonly MeterToRead[];
  onClose: () => void;
}

type Step =
  | { kind: 'early'; early: EarlyClockIn }
  | { kind: 'class'; entry: RunningEntry }
  | { kind: 'fields' }
  | { kind: 'questions' }
  | { kind: 'meter'; meter: MeterToRead }
  | { kind: 'bulletin'; bulletin: Bulletin };

function stepsOf(props: ClockSheetDialogProps): Step[] {
  const { early, unclassified, fields, questions, meters, bulletins } = props;
  return [
    ...(early ? [{ kind: 'early' as const, early }] : []),
    ...(unclassified ? [{ kind: 'class' as const, entry: unclassified }] : []),
    ...(fields.length > 0 ? [{ kind: 'fields' as const }] : []),
    ...(questions.length > 0 ? [{ kind: 'questions' as const }] : []),
    ...meters.map((meter) => ({ kind: 'meter' as const, meter })),
    ...bulletins.map((bulletin) => ({ kind: 'bulletin' as const, bulletin })),
  ];
}

/** One sheet after the other; each can be put off. */
export default function ClockSheetDialog(props: ClockSheetDialogProps) {
  const { moment, onClose } = props;
  // As they were when the clock was started: what is confirmed elsewhere meanwhile changes nothing here.
  const [steps] = useState(() => stepsOf(props));
  const [questions] = useState(props.questions);
  const [fields] = useState(props.fields);
  const [position, setPosition] = useState(0);
  const step = steps[position];
  const next = () => (position + 1 < steps.length ? setPosition(position + 1) : onClose());
  const undo = moment.moment === 'out' && <UndoStop entryId={moment.entryId} />;
  switch (step?.kind) {
    case 'early':
      return <EarlyStep early={step.early} entryId={moment.entryId} onDone={next} />;
    case 'class':
      return <ClassStep entry={step.entry} onDone={next} />;
    case 'fields':
      return <FieldsStep entryId={moment.entryId} fields={fields} onDone={next} />;
    case 'questions':
      return <QuestionStep moment={moment} questions={questions} undo={undo} onDone={next} />;
    case 'meter':
      return <MeterStep key={step.meter.id} meter={step.meter} undo={undo} onDone={next} />;
    case 'bulletin':
      return <BulletinStep key={step.bulletin.id} bulletin={step.bulletin} onDone={next} />;
    default:
      return null;
  }
}
