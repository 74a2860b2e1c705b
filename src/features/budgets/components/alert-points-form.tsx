import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { alertPointsQuery, useSaveAlertPoints } from '@/features/budgets/api/burden';
import { errorWords } from '@/lib/errors';

/** From how many points on used ahead of complete is worth an alert; for owners. */
export function AlertPointsForm({ companyId }: { companyId: string }) {
  const { t } = useTranslation(['budgets', 'common']);
  const { data } = useQuery(alertPointsQuery(companyId));
  const save = useSaveAlertPoints(companyId);
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const shown = typed ?? (data === undefined || data === null ? '' : String(data));
  const points = Number(shown);
  const valid = Number.isInteger(points) && points >= 1 && points <= 100;
  return (
    <form
      className="flex flex-col gap-3 border-t pt-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) save.mutate({ points, opened }, { onSuccess: () => setTyped(null) });
      }}
    >
      {save.error && <Notice tone="danger">{errorWords(save.error)}</Notice>}
      <div className="flex items-end gap-3">
        <Field
          className="flex-1"
          label={t('burden.points')}
          {...(typed !== null && !valid ? { error: t('burden.pointsInvalid') } : {})}
        >
          <Input
            value={shown}
            inputMode="numeric"
            className="tabular"
            onChange={(event) => {
              if (typed === null) setOpened(data ?? null);
              setTyped(event.target.value);
            }}
          />
        </Field>
        <Button type="submit" busy={save.isPending} disabled={typed === null || !valid}>
          {t('common:action.save')}
        </Button>
      </div>
    </form>
  );
}
