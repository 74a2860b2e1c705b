import { Badge } from '@/components/ui/badge';
import { Checkbox } from '@/components/ui/checkbox';
import {
  changeDetermination,
  type Draft,
  type DraftDetermination,
  type Problem,
} from '@/features/public-work/determinations/draft';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface DeterminationPickerProps {
  draft: Draft;
  at: number;
  problems: readonly Problem[];
  onChange: (draft: Draft) => void;
  onPick: (at: number) => void;
}

/** Which determination of the text is shown, and which of them are saved. One alone is not listed. */
export function DeterminationPicker({ draft, at, problems, ...props }: DeterminationPickerProps) {
  const { t } = useTranslation('determinations');
  const format = useFormat();
  if (draft.determinations.length < 2) return null;
  const titleOf = ({ read, number }: DraftDetermination): string =>
    read.isIncrease && read.effectiveFrom
      ? t('picker.increase', { number, date: format.date(read.effectiveFrom) })
      : t('picker.one', { number: number || t('picker.noNumber') });
  return (
    <ul className="rounded-card border" aria-label={t('picker.label')}>
      {draft.determinations.map((own, place) => {
        const wrong = problems.filter(({ determination }) => determination === place).length;
        const title = titleOf(own);
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
            key={place}
            className={cn(
              'flex items-center gap-3 border-b px-3 last:border-0',
              place === at && 'bg-primary-soft',
            )}
          >
            <Checkbox
              aria-label={t('picker.include', { title })}
              checked={own.isIncluded}
              onCheckedChange={(checked) =>
                props.onChange(changeDetermination(draft, place, { isIncluded: checked === true }))
              }
            />
            <button
              type="button"
              aria-pressed={place === at}
              className="flex min-h-11 min-w-0 flex-1 items-center justify-between gap-2 text-left text-sm"
              onClick={() => props.onPick(place)}
            >
              <span className="min-w-0 break-words font-[550]">{title}</span>
              {wrong > 0 && <Badge tone="danger">{t('picker.problems', { count: wrong })}</Badge>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
