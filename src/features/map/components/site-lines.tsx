import { Pencil, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { Fence } from '@/entities/geofence/geofences-query';
import { useDeleteFence } from '@/features/map/api/fences';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface SiteLinesProps {
  companyId: string;
  fences: readonly Fence[];
  projectId: string | null;
  editedId: string | null;
  onEdit: (fence: Fence) => void;
}

/** The sites a project has already, each to be changed or deleted. */
export function SiteLines({ companyId, fences, projectId, editedId, onEdit }: SiteLinesProps) {
  const { t } = useTranslation('map');
  const format = useFormat();
  const remove = useDeleteFence(companyId);
  const own = fences.filter(({ project_id }) => project_id === projectId);
  const words = (fence: Fence): string =>
    fence.shape === 'circle'
      ? t('fence.circleLine', {
          place: `${fence.latitude?.toFixed(5)}, ${fence.longitude?.toFixed(5)}`,
          radius: format.distance(fence.radius_m ?? 0),
        })
      : t('fence.polygonLine', { count: fence.polygon?.[0]?.length ?? 0 });
  if (own.length === 0) return null;
  return (
    <ul className="divide-y border-y text-sm">
      {own.map((fence) => (
        <li key={fence.id} className="flex items-center gap-1 py-1.5">
          <span className="mr-auto">{words(fence)}</span>
          <Button
            size="icon"
            variant="ghost"
            aria-pressed={editedId === fence.id}
            aria-label={t('fence.editSite', { site: words(fence) })}
            onClick={() => onEdit(fence)}
          >
            <Pencil aria-hidden="true" />
          </Button>
          <Button
            size="icon"
            variant="ghost"
            aria-label={t('fence.remove', { site: words(fence) })}
            busy={remove.isPending && remove.variables === fence.id}
            onClick={() => remove.mutate(fence.id)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
