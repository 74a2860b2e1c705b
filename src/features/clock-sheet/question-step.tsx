import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ChoiceButtons } from '@/components/ui/choice-buttons';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { ClockQuestion } from '@/entities/clock-question/clock-questions-query';
import { saveAndCall } from '@/entities/offline/save-and-send';
import type { ClockMoment } from '@/features/clock-sheet/use-clock-moment';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

type Given = Readonly<Record<string, 'yes' | 'no'>>;

export interface QuestionStepProps {
  moment: ClockMoment;
  questions: readonly ClockQuestion[];
  onDone: () => void;
  /** The way back from a stop. */
  undo?: ReactNode;
}

const ANSWERS = ['yes', 'no'] as const;

/** One tap per question. Closing it leaves the rest unanswered; the clock has started or stopped anyway. */
export function QuestionStep({ moment, questions, onDone, undo }: QuestionStepProps) {
  const { t, language } = useTranslation(['verification', 'common']);
  const client = useQueryClient();
  const [given, setGiven] = useState<Given>({});
  const [note, setNote] = useState('');
  const alarms = questions.filter(
    ({ id, alarm_answer }) => alarm_answer && given[id] === alarm_answer,
  );
  const complete = questions.every(({ id }) => given[id] !== undefined);
  const send = () => {
    const answers = questions.flatMap(({ id, alarm_answer }) => {
      const answer = given[id];
      if (!answer) return [];
      const said = answer === alarm_answer ? note.trim() || null : null;
      return [
        { question_id: id, answer, note: said, answered_at: new Date(serverNow()).toISOString() },
      ];
    });
    if (answers.length > 0) {
      saveAndCall('answers', 'answer_clock_questions', {
        time_entry_id_param: moment.entryId,
        answers_param: answers,
        language_param: language,
      }).then(
        (sent) => {
          if (!sent) return;
          toast.success(t('verification:sheet.sent'));
          void client.invalidateQueries({ queryKey: [queryKeys.verification] });
        },
        // The clock-in or the question is gone: there is nothing to answer any more.
        () => undefined,
      );
    }
    onDone();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && send()}>
      <DialogContent
        title={t(`verification:sheet.${moment.moment === 'out' ? 'out' : 'in'}`)}
        description={t('verification:sheet.text')}
      >
        <DialogBody className="grid content-start gap-4">
          {questions.map(({ id, text_en, text_es }) => (
            <ChoiceButtons
              key={id}
              label={language === 'es' ? text_es : text_en}
              choices={ANSWERS.map((value) => ({
                value,
                label: t(`verification:answer.${value}`),
              }))}
              value={given[id] ?? null}
              onValueChange={(answer) => setGiven({ ...given, [id]: answer as 'yes' | 'no' })}
            />
          ))}
          {alarms.length > 0 && (
            <Field label={t('verification:sheet.note')} optional>
              <Textarea
                rows={3}
                maxLength={1000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          )}
        </DialogBody>
        <DialogFooter>
          {undo}
          <Button size="large" variant={complete ? 'primary' : 'outline'} block onClick={send}>
            {t(complete ? 'verification:sheet.send' : 'verification:sheet.skip')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
