import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Checkbox } from '@/components/ui/checkbox';
import { moneyText } from '@/entities/determination/money';
import { ClassFields } from '@/features/public-work/determinations/components/class-fields';
import {
  choiceOf,
  choose,
  type Draft,
  type DraftClass,
  type DraftDetermination,
  openFields,
  typedE4,
} from '@/features/public-work/determinations/draft';
import { cn } from '@/lib/class-names';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

export interface ClassRowProps {
  draft: Draft;
  at: number;
  place: number;
  item: DraftClass;
  isChosen: boolean;
  problem: string | null;
  onChange: (draft: Draft) => void;
  onShowLines: (numbers: readonly number[]) => void;
}

/** One class: what was read in a line, and its fields when it is opened. */
export function ClassRow(props: ClassRowProps) {
  const { draft, at, place, item, isChosen, problem, onChange } = props;
  const { t } = useTranslation('determinations');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const own = draft.determinations[at] as DraftDetermination;
  const { read } = item;
  return (
    <li className="border-b [contain-intrinsic-size:auto_60px] [content-visibility:auto] last:border-0">
      <div className={cn('flex items-start gap-3 px-3 py-2', problem && 'bg-danger-soft')}>
        <Checkbox
          className="mt-1.5"
          aria-label={t('classes.use', { name: item.name })}
          checked={isChosen}
          onCheckedChange={(checked) =>
            onChange(choose(draft, [choiceOf(own, place)], checked === true))
          }
        />
        <button
          type="button"
          data-problem={problem ?? undefined}
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-9 min-w-0 flex-1 items-start gap-3 text-left pointer-coarse:min-h-11"
          onClick={() => setOpen(!isOpen)}
        >
          <span className="min-w-0 flex-1">
            <span className="block break-words font-[550] text-sm">{item.name}</span>
            <span className="block break-words text-muted text-xs">
              {[item.nameEs, read.identifier, read.area].filter(Boolean).join(' · ')}
            </span>
            {problem && (
              <span className="block text-danger text-xs" role="alert">
                {translate(`determinations:problem.${problem}`)}
              </span>
            )}
          </span>
          <span className="flex shrink-0 flex-col items-end gap-1">
            <Rates item={item} />
            <Comparison item={item} />
          </span>
          <ChevronDown
            className={cn('mt-1 size-4 shrink-0 text-muted', isOpen && 'rotate-180')}
            aria-hidden="true"
          />
        </button>
      </div>
      {isOpen && (
        <div id={id} className="border-t px-3 py-3">
          <ClassFields {...props} />
        </div>
      )}
    </li>
  );
}

/** Base and fringe per hour, or what is still open. */
function Rates({ item }: { item: DraftClass }) {
  const { t } = useTranslation('determinations');
  const open = openFields(item);
  const [first] = open;
  if (first) return <Badge tone="attention">{t(`classes.needs.${first}`)}</Badge>;
  const zone = typedE4(item.zone) ?? 0;
  return (
    <span className="text-sm tabular-nums">
      {[item.base, ...(zone > 0 ? [moneyText(zone)] : []), item.fringe].join(' + ')}
    </span>
  );
}

/** Against what the project has of the class. */
function Comparison({ item }: { item: DraftClass }) {
  const { t } = useTranslation('determinations');
  const { stored } = item;
  if (!stored) return null;
  const isSame =
    typedE4(item.base) === stored.baseE4 &&
    typedE4(item.fringe) === stored.fringeE4 &&
    typedE4(item.zone) === stored.zoneE4;
  if (isSame) return <Badge>{t('classes.unchanged')}</Badge>;
  const before = moneyText(stored.baseE4 + stored.zoneE4);
  return (
    <Badge tone="primary">
      {t('classes.before', { base: before, fringe: moneyText(stored.fringeE4) })}
    </Badge>
  );
}
