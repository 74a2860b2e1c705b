import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { useAnswerQuestion } from '@/features/verification/api/ask';
import { useTranslation } from '@/lib/use-translation';

/** The person's own words, once. */
export function AnswerForm({ questionId }: { questionId: string }) {
  const { t } = useTranslation('verification');
  const send = useAnswerQuestion();
  const form = useForm({
    initial: { answer: '' },
    read: ({ answer }, wrong) => ({
      answer: answer.trim() || wrong('answer', t('ask.answerRequired')),
    }),
    submit: ({ answer }) => send.mutateAsync({ id: questionId, answer }),
  });
  return (
    <Form form={form} className="grid gap-2">
      <Field label={t('ask.answer')}>
        <Textarea {...form.text('answer')} rows={2} maxLength={500} />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" busy={form.busy}>
        {t('ask.sendAnswer')}
      </Button>
    </Form>
  );
}
