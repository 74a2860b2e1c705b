import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { useExplainHeldEvent } from '@/features/held-events/api/explain-held-event';
import { useTranslation } from '@/lib/use-translation';

/** For the worker: what the manager who decides should know. */
export function ExplanationForm({ id, explanation }: { id: string; explanation: string | null }) {
  const { t } = useTranslation('offline');
  const [text, setText] = useState(explanation ?? '');
  const explain = useExplainHeldEvent(id);
  const changed = text.trim() !== (explanation ?? '');
  return (
    <form
      className="mt-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        explain.mutate(text.trim());
      }}
    >
      <Field label={t('held.explanation')} hint={t('held.explanationHint')}>
        <Textarea
          rows={1}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {changed && (
        <Button type="submit" className="justify-self-start" busy={explain.isPending}>
          {t('held.explain')}
        </Button>
      )}
    </form>
  );
}
