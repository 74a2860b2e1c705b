import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { useAsk } from '@/features/verification/api/ask';
import type { Item } from '@/features/verification/api/queries';
import { useTranslation } from '@/lib/use-translation';

export interface AskFormProps {
  items: readonly Item[];
  onDone: () => void;
}

/** A question back to whoever it is about; with one for the usual case. */
export function AskForm({ items, onDone }: AskFormProps) {
  const { t } = useTranslation(['verification', 'common']);
  const ask = useAsk();
  const isOffSite = items.every(({ kind }) => kind === 'off_site_punch');
  const form = useForm({
    initial: { question: isOffSite ? t('ask.offSite') : '' },
    read: ({ question }, wrong) => ({
      question: question.trim() || wrong('question', t('ask.required')),
    }),
    submit: ({ question }) => ask.mutateAsync({ items, question }),
    done: onDone,
  });
  return (
    <Form form={form} className="grid gap-2.5">
      <Field
        label={
          items.length === 1
            ? t('ask.to', { name: items[0]?.first_name ?? '' })
            : t('ask.toAll', { count: items.length })
        }
        hint={t('ask.hint')}
      >
        <Textarea {...form.text('question')} rows={2} maxLength={500} autoFocus />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('common:action.cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('ask.send')}
        </Button>
      </div>
    </Form>
  );
}
