import { Button } from '@/components/ui/button';
import type { CostCodeOption } from '@/entities/cost-code/cost-codes-query';
import type { ChangedCell } from '@/features/crew-hours/components/outcome';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface ChangedCellsProps {
  cells: readonly ChangedCell[];
  codes: readonly CostCodeOption[];
  onKeepSaved: (codeId: string) => void;
  onKeepTyped: (codeId: string, savedMinutes: number) => void;
}

/** Hours somebody else saved while these were typed: both figures, and which one stays. */
export function ChangedCells({ cells, codes, onKeepSaved, onKeepTyped }: ChangedCellsProps) {
  const { t } = useTranslation('crew-hours');
  const format = useFormat();
  return cells.map(({ cost_code_id: id, saved, yours, saved_at: at }) => {
    const code = codes.find((one) => one.id === id);
    if (!id || !code) return null;
    const hours = { saved: formatDuration(saved * 60), yours: formatDuration(yours * 60) };
    return (
      <div key={id} className="mt-1 space-y-1">
        <p className="text-xs">
          {at
            ? t('changed.at', { code: code.code, ...hours, time: format.dateTime(at) })
            : t('changed.removed', { code: code.code, ...hours })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => onKeepSaved(id)}>
            {t('changed.keepSaved', hours)}
          </Button>
          <Button size="small" onClick={() => onKeepTyped(id, saved)}>
            {t('changed.keepTyped', hours)}
          </Button>
        </div>
      </div>
    );
  });
}
