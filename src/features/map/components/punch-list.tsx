import { MapPin } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import type { NamedPunch } from '@/features/map/api/queries';
import { SiteBadge } from '@/features/map/components/site-badge';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface PunchLineProps {
  punch: NamedPunch;
  selected: boolean;
  onSelect: () => void;
}

function PunchLine({ punch, selected, onSelect }: PunchLineProps) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <button
      ref={line}
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      className={cn(
        'grid w-full gap-0.5 px-5 py-2.5 text-left text-sm max-md:px-4',
        selected ? 'bg-primary-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-[550]">{punch.name}</span>
        <SiteBadge inside={punch.inside} edge_m={punch.edge_m} />
      </span>
      <span>
        {t(`punches.moment.${punch.moment}`)}, {format.time(punch.punched_at)} · {punch.project}
      </span>
      <span className="tabular text-muted text-xs">
        {punch.latitude === null || punch.longitude === null
          ? t('punches.forgotten')
          : `${punch.latitude.toFixed(5)}, ${punch.longitude.toFixed(5)}`}
        {punch.accuracy_m !== null && ` · ±${format.distance(punch.accuracy_m)}`}
        {punch.fix_age_s !== null &&
          ` · ${t('punches.age', { seconds: format.number(punch.fix_age_s) })}`}
      </span>
    </button>
  );
}

interface PunchListProps {
  punches: readonly NamedPunch[];
  selected: string | null;
  onSelect: (id: string) => void;
}

/** The same as the marks on the map, to read; a press shows the mark. */
export function PunchList({ punches, selected, onSelect }: PunchListProps) {
  const { t } = useTranslation('map');
  if (punches.length === 0)
    return <EmptyState icon={MapPin} title={t('punches.empty')} className="py-8!" />;
  return (
    <ul className="max-h-120 divide-y overflow-y-auto border-t">
      {punches.map((punch) => (
        // Thousands in a day: only what is in sight is laid out.
        <li key={punch.id} className="[contain-intrinsic-size:auto_72px] [content-visibility:auto]">
          <PunchLine
            punch={punch}
            selected={punch.id === selected}
            onSelect={() => onSelect(punch.id)}
          />
        </li>
      ))}
    </ul>
  );
}
