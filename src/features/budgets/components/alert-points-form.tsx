import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { alertPointsQuery, useSaveAlertPoints } from '@/features/budgets/api/burden';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

/** From how many points on used ahead of complete is worth an alert; for owners. */
export function AlertPointsForm({ companyId }: { companyId: string }) {
  const { t } = useTranslation(['budgets', 'common']);
  const { data } = useQuery(alertPointsQuery(companyId));
  const save = useSaveAlertPoints(companyId);
  const [opened, setOpened] = useState<number | null>(null);
  const form = useForm({
    initial: { typed: null as string | null },
    read: ({ typed }, wrong) =>
      numberIn(typed ?? '', { digits: 0, min: 1, max: 100 }) ??
      wrong('typed', t('burden.pointsInvalid')),
    submit: (points) => save.mutateAsync({ points, opened }),
    done: () => form.reset({ typed: null }),
  });
  const { typed } = form.values;
  return (
    <Form form={form} className="flex flex-col gap-3 border-t pt-4">
      <div className="flex items-end gap-3">
        <Field
          className="flex-1"
          label={t('burden.points')}
          error={typed !== null && !form.valid ? t('burden.pointsInvalid') : undefined}
        >
          <Input
            value={typed ?? String(data ?? '')}
            inputMode="numeric"
            className="tabular"
            onChange={(event) => {
              if (typed === null) setOpened(data ?? null);
              form.set({ typed: event.target.value });
            }}
          />
        </Field>
        <Button type="submit" busy={form.busy} disabled={!form.valid}>
          {t('common:action.save')}
        </Button>
      </div>
    </Form>
  );
}
