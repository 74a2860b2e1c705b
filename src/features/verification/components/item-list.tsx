import { StatusDot } from '@/components/shared/status-dot';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import type { Item } from '@/features/verification/api/queries';
import { useItemWords } from '@/features/verification/use-item-words';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';

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

export interface ItemListProps {
  label: string;
  items: readonly Item[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

export function ItemList({ label, items, chosen, onChoose }: ItemListProps) {
  const words = useItemWords();
  const when = useWhen();
  return (
    <ul aria-label={label} className="divide-y">
      {items.map((item) => {
        const { title, text, tone } = words(item);
        return (
          <li key={item.id}>
            <button
              type="button"
              data-item={item.id}
              aria-current={chosen === item.id ? 'true' : undefined}
              onClick={() => onChoose(item.id)}
              className={cn(
                'flex w-full gap-2.5 border-l-3 px-4 py-3 text-left text-sm',
                chosen === item.id
                  ? 'border-primary bg-primary-soft max-lg:border-transparent max-lg:bg-surface'
                  : 'border-transparent hover:bg-sunken',
              )}
            >
              <span className="pt-1.5">
                <StatusDot tone={tone} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="font-[620]">{title}</span>
                  <span className="tabular shrink-0 text-muted text-xs">{when(item)}</span>
                </span>
                <span className="line-clamp-2 text-muted">{text}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
