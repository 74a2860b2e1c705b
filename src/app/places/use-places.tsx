import { List, Map as MapIcon, Settings } from 'lucide-react';
import { PLACES, type PlaceName, type PlaceNeeds } from '@/app/places/places';
import { entriesOf, menuFor } from '@/app/shell/navigation';
import { useMaySeeSystem } from '@/entities/system/use-may-see-system';
import { useEmployee, useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import type { Page } from '@/features/search/command-palette';
import { useTranslation } from '@/lib/use-translation';

const ICONS = { page: MapIcon, list: List, settings: Settings };
const NAMES = Object.keys(PLACES) as PlaceName[];

/** Everything the viewer can open, for the search: the menu and every place beside it. */
export function usePlaces(): Page[] {
  const { t } = useTranslation(['places', 'shell', 'settings']);
  const role = useEmployee()?.role;
  const privileged = useIsPrivileged();
  const allows: Record<PlaceNeeds, boolean> = {
    everyone: role !== undefined || privileged,
    foremen: privileged || role === 'foreman',
    managers: privileged,
    owners: role === 'owner',
    workers: !privileged,
    system: useMaySeeSystem() === true,
  };
  const menu = entriesOf(menuFor(useViewer()));
  const wordsOf = (name: PlaceName) => [t(`places:words.${name}`)];
  const own = menu.map(({ path, title, icon }): Page => {
    const place = NAMES.find((name) => PLACES[name].path === path);
    return {
      path,
      group: 'pages',
      title: t(`shell:nav.${title}`),
      icon,
      words: place ? [t(`places:title.${place}`), ...wordsOf(place)] : [],
      isInMenu: true,
    };
  });
  const shown = new Set<string>(menu.map(({ path }) => path));
  const beside = NAMES.filter((name) => !shown.has(PLACES[name].path)).flatMap((name): Page[] => {
    const place = PLACES[name];
    if (!allows[place.needs]) return [];
    const isSetting = place.kind === 'settings';
    return [
      {
        path: place.path,
        group: isSetting ? 'settings' : 'pages',
        title: t(`places:title.${name}`),
        icon: ICONS[place.kind],
        words: isSetting ? [t('settings:title'), ...wordsOf(name)] : wordsOf(name),
        isInMenu: false,
        ...('tab' in place ? { detail: t(`settings:tab.${place.tab}`) } : {}),
      },
    ];
  });
  return [...own, ...beside];
}
