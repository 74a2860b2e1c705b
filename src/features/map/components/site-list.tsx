import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Card, CardHeader } from '@/components/ui/card';
import { isOpen, useProjectOptions } from '@/entities/project/projects-query';
import { addressesQuery } from '@/features/map/api/queries';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface SiteListProps {
  companyId: string;
  /** Projects with a site on the map. */
  drawn: ReadonlySet<string>;
  chosen: string | null;
  onChoose: (projectId: string | null) => void;
}

/** Where one's projects are: the address, and a press shows the site on the map. */
export function SiteList({ companyId, drawn, chosen, onChoose }: SiteListProps) {
  const { t } = useTranslation('map');
  const projects = useProjectOptions();
  const addresses = useQuery(addressesQuery(companyId)).data ?? [];
  const addressOf = new Map(addresses.map(({ id, address }) => [id, address]));
  const sites = (projects.data ?? []).filter(
    (project) => isOpen(project) && (drawn.has(project.id) || addressOf.get(project.id)),
  );
  return (
    <Card aria-labelledby="sites" className="overflow-hidden">
      <CardHeader id="sites" title={t('sites.title')} divided />
      <Loaded query={projects} skeleton={<ListSkeleton rows={3} />}>
        {sites.length === 0 && <EmptyState icon={MapPin} title={t('sites.none')} />}
        <ul className="divide-y">
          {sites.map(({ id, name, color }) => (
            <li key={id}>
              <button
                type="button"
                disabled={!drawn.has(id)}
                aria-pressed={chosen === id}
                className={cn(
                  'touch-target flex w-full items-start gap-3 px-5 py-3 text-left enabled:hover:bg-sunken max-md:px-4',
                  chosen === id && 'bg-primary-soft',
                )}
                onClick={() => onChoose(chosen === id ? null : id)}
              >
                <ColorSwatch color={color} className="mt-1.5" />
                <span className="min-w-0 flex-1">
                  <span className="block break-words font-[550]">{name}</span>
                  <span className="block break-words text-muted text-sm">
                    {addressOf.get(id) ?? t('sites.noAddress')}
                  </span>
                </span>
                {drawn.has(id) && (
                  <MapPin className="mt-0.5 size-4 shrink-0 text-primary" aria-hidden="true" />
                )}
              </button>
            </li>
          ))}
        </ul>
      </Loaded>
    </Card>
  );
}
