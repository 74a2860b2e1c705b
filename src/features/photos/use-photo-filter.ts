import { useIsSection } from '@/components/shared/page-section';
import type { PhotoFilter } from '@/features/photos/api/queries';
import { isIsoDate } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';

/** Names in the address, and what the list calls them. */
const NAMES = {
  search: 'search',
  project: 'project_id',
  person: 'employee_id',
  code: 'cost_code_id',
  machine: 'equipment_id',
  entry: 'time_entry_id',
  report: 'field_report_id',
  quantity: 'quantity_id',
  tag: 'tag',
  from: 'from',
  to: 'to',
} as const;

export type FilterName = keyof typeof NAMES;

/** Filters live in the address: a link shows the same photos. */
export function usePhotoFilter() {
  const [params, change] = useAddressParams();
  const isOfProject = useIsSection();
  const filter: PhotoFilter = {};
  for (const [name, key] of Object.entries(NAMES)) {
    const value = params.get(name);
    const isDate = name === 'from' || name === 'to';
    if (value && (!isDate || isIsoDate(value))) filter[key] = value;
  }
  const view = params.get('view');
  if (view === 'pairs') filter.pairs = true;
  if (view === 'deleted') filter.deleted = true;
  if (view === 'map') filter.placed = true;
  const get = (name: FilterName): string | null => params.get(name);
  // On a project's own page its photos are not a filter one could take off.
  const removable = Object.keys(NAMES).filter((name) => !(isOfProject && name === 'project'));
  const clear = (): void => {
    for (const name of removable) change(name, null);
  };
  const isFiltered = removable.some((name) => params.get(name));
  return { filter, view, get, change, clear, isFiltered, photoId: params.get('photo') };
}
