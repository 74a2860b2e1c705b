import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { type CrewDay, previewQuery } from '@/features/crew-hours/api/queries';
import { useSaveCrewDay } from '@/features/crew-hours/api/save-crew-day';
import type { CellRow } from '@/features/crew-hours/matrix';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** Three days before to six after, up to today: hours are never entered ahead. */
const NEIGHBORS = [-3, -2, -1, 1, 2, 3, 4, 5, 6];

export interface CopyDaysDialogProps {
  day: CrewDay;
  today: string;
  rows: readonly CellRow[];
  onClose: () => void;
}

/** The hours of this day on other days too, each with what it will do before it is saved. */
export function CopyDaysDialog({ day, today, rows, onClose }: CopyDaysDialogProps) {
  const { t } = useTranslation(['crew-hours', 'common']);
  const format = useFormat();
  const dates = NEIGHBORS.map((n) => addDays(day.date, n)).filter((date) => date <= today);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const previews = useQueries({
    queries: dates.map((date) => previewQuery({ ...day, date }, rows)),
  });
  const save = useSaveCrewDay();
  const [busy, setBusy] = useState(false);
  const toggle = (date: string, wanted: boolean) =>
    setChosen((now) => new Set(wanted ? [...now, date] : [...now].filter((one) => one !== date)));
  const outcome = (index: number): string => {
    const { data, error } = previews[index] ?? {};
    if (error) return errorText(error);
    const conflicts = data?.filter(({ result }) => result === 'conflict').length ?? 0;
    if (!data) return t('copyDays.checking');
    const fits = t('copyDays.fits', { count: data.length - conflicts });
    return conflicts ? `${fits}, ${t('copyDays.conflicts', { count: conflicts })}` : fits;
  };
  const copy = async () => {
    setBusy(true);
    try {
      const results = [];
      for (const date of dates.filter((one) => chosen.has(one)))
        results.push(...((await save.mutateAsync({ day: { ...day, date }, rows })) ?? []));
      const conflicts = results.filter(({ result }) => result === 'conflict').length;
      toast.success(t('copyDays.done', { count: chosen.size }));
      if (conflicts > 0) toast.error(t('toast.conflicts', { count: conflicts }));
      onClose();
    } catch (cause) {
      toast.error(errorText(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('copyDays.title')} description={t('copyDays.text')} width="small">
        <DialogBody>
          {dates.length === 0 && <p className="text-muted text-sm">{t('copyDays.none')}</p>}
          <ul className="divide-y">
            {dates.map((date, index) => (
              <li key={date}>
                <label
                  htmlFor={`copy-${date}`}
                  className="flex min-h-12 items-center gap-3 text-sm"
                >
                  <Checkbox
                    id={`copy-${date}`}
                    checked={chosen.has(date)}
                    disabled={busy}
                    onCheckedChange={(checked) => toggle(date, checked === true)}
                  />
                  <span className="font-[550]">{format.weekdayDate(date)}</span>
                  <span className="ml-auto text-right text-muted">{outcome(index)}</span>
                </label>
              </li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={chosen.size === 0}
            onClick={() => void copy()}
          >
            {t('copyDays.copy')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
