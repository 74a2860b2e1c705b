import { Select } from '@/components/ui/select';
import type { BreakRow } from '@/features/break-board/api/queries';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

const ALL = 'all';

type Named = readonly (readonly [id: string, name: string])[];

const different = (pairs: Named): [string, string][] =>
  [...new Map(pairs)].toSorted(([, a], [, b]) => a.localeCompare(b));

/** By crew and by project, of those on the board; in the address. */
export function BoardFilters({ rows }: { rows: readonly BreakRow[] }) {
  const { t } = useTranslation('break-board');
  const [params, change] = useAddressParams();
  const crews = different(
    rows.flatMap(({ crew_ids, crew_names }) =>
      crew_ids.map((id, index) => [id, crew_names[index] ?? ''] as const),
    ),
  );
  const projects = different(
    rows.flatMap(({ project_id, project_name }) =>
      project_id ? [[project_id, project_name ?? ''] as const] : [],
    ),
  );
  const choices = [
    { name: 'crew', label: t('filter.crew'), all: t('filter.allCrews'), options: crews },
    {
      name: 'project',
      label: t('filter.project'),
      all: t('filter.allProjects'),
      options: projects,
    },
  ].filter(({ name, options }) => options.length > 1 || params.get(name) !== null);
  if (choices.length === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap gap-2" data-print="hide">
      {choices.map(({ name, label, all, options }) => (
        <Select
          key={name}
          size="compact"
          aria-label={label}
          value={params.get(name) ?? ALL}
          onValueChange={(value) => change(name, value === ALL ? null : value)}
          options={[
            { value: ALL, label: all },
            ...options.map(([value, text]) => ({ value, label: text })),
          ]}
        />
      ))}
    </div>
  );
}
