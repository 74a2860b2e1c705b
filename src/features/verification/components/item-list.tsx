import { StatusDot } from '@/components/shared/status-dot';
import { Badge } from '@/components/ui/badge';
import { Checkbox } from '@/components/ui/checkbox';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import type { Item } from '@/features/verification/api/queries';
import { useItemText } from '@/features/verification/use-item-text';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

const DAY_MS = 86_400_000;

/** The time for what is from today, the day for what is older. */
function useWhen(): (item: Item) => string {
  const format = useFormat();
  const clockOf = useSiteClocks();
  return ({ happened_at, project_id }) => {
    const clock = clockOf(project_id);
    return serverNow() - Date.parse(happened_at) < DAY_MS / 2
      ? clock.time(happened_at)
      : format.dayMonth(clock.date(happened_at));
  };
}

/** The last question to the person: answered, or still waiting. */
function AskedBadge({ item }: { item: Item }) {
  const { t } = useTranslation('verification');
  const last = item.detail.questions?.at(-1);
  if (!last || item.status === 'resolved') return null;
  return last.answer === null ? (
    <Badge>{t('ask.asked')}</Badge>
  ) : (
    <Badge tone="primary">{t('ask.answered')}</Badge>
  );
}

export interface ItemListProps {
  label: string;
  items: readonly Item[];
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Whether one is ticked; null: they cannot be. */
  isSelected: ((id: string) => boolean) | null;
  onToggle: (id: string) => void;
}

export function ItemList({ label, items, chosen, onChoose, isSelected, onToggle }: ItemListProps) {
  const words = useItemText();
  const when = useWhen();
  return (
    <ul aria-label={label} className="divide-y">
      {items.map((item) => {
        const { title, text, tone } = words(item);
        const isTicked = isSelected?.(item.id) ?? false;
        const isChosen = chosen === item.id;
        return (
          <li
            key={item.id}
            className={cn(
              'flex border-l-3 text-sm',
              isChosen ? 'border-l-primary max-lg:border-l-transparent' : 'border-l-transparent',
              isTicked || isChosen
                ? cn('bg-primary-soft', !isTicked && 'max-lg:bg-surface')
                : 'hover:bg-sunken',
            )}
          >
            {isSelected && (
              <span className="py-3.5 pl-4">
                <Checkbox
                  checked={isTicked}
                  aria-label={`${title}, ${when(item)}`}
                  onCheckedChange={() => onToggle(item.id)}
                />
              </span>
            )}
            <button
              type="button"
              data-item={item.id}
              aria-current={isChosen ? 'true' : undefined}
              onClick={() => onChoose(item.id)}
              className="-outline-offset-2 flex min-w-0 flex-1 gap-2.5 px-4 py-3 text-left"
            >
              <span className="pt-1.5">
                <StatusDot tone={tone} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="font-[620]">{title}</span>
                  <span className="flex shrink-0 items-baseline gap-2">
                    <AskedBadge item={item} />
                    <span className="tabular text-muted text-xs">{when(item)}</span>
                  </span>
                </span>
                <span className="line-clamp-2 text-muted">
                  {item.detail.questions?.at(-1)?.answer ?? text}
                </span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
