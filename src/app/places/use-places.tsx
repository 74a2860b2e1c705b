import { List, Map as MapIcon, Settings } from 'lucide-react';
import { PLACES, type PlaceName, type PlaceNeeds } from '@/app/places/places';
import { entriesOf, menuFor, navigation } from '@/app/shell/navigation';
import { useMaySeeSystem } from '@/entities/system/use-may-see-system';
import { isFound, moduleOf } from '@/entities/viewer/modules';
import { useSetModule } from '@/entities/viewer/use-set-module';
import { useEmployee, useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import type { Page } from '@/features/search/command-palette';
import { useTranslation } from '@/lib/use-translation';

const ICONS = { page: MapIcon, part: MapIcon, list: List, settings: Settings };
const NAMES = Object.keys(PLACES) as PlaceName[];

/** Everything the viewer can open, for the search: the menu and every place beside it, also what is switched off. */
export function usePlaces(): Page[] {
  const { t } = useTranslation(['places', 'shell', 'settings', 'modules']);
  const viewer = useViewer();
  const role = useEmployee()?.role;
  const privileged = useIsPrivileged();
  const switchModule = useSetModule(({ name }) =>
    t('modules:on', { name: t(`modules:name.${name}`) }),
  );
  const allows: Record<PlaceNeeds, boolean> = {
    everyone: role !== undefined || privileged,
    foremen: privileged || role === 'foreman',
    managers: privileged,
    owners: role === 'owner',
    workers: !privileged,
    system: useMaySeeSystem() === true,
  };
  const menu = entriesOf(menuFor(viewer));
  const titleOf = (path: string) => {
    const entry = menu.find((item) => item.path === path);
    return entry && t(`shell:nav.${entry.title}`);
  };
  const wordsOf = (name: PlaceName) => [t(`places:words.${name}`)];
  const own = menu.map(({ path, title, icon }): Page => {
    const place = NAMES.find((name) => PLACES[name].path === path && PLACES[name].kind === 'page');
    return {
      path,
      group: 'pages',
      title: t(`shell:nav.${title}`),
      icon,
      words: place ? [t(`places:title.${place}`), ...wordsOf(place)] : [],
      isInMenu: true,
    };
  });
  /** What it lacks before it can be found: an owner switches it on by opening it, others read whom to ask. */
  const off = (path: string): Partial<Page> => {
    const name = moduleOf(path);
    if (name === undefined || isFound(viewer, path)) return {};
    if (role !== 'owner') return { detail: t('modules:askAnOwner') };
    const before = name === 'expenses' ? false : (viewer.modules?.[name] ?? null);
    return {
      detail: t('modules:switchOn', { name: t(`modules:name.${name}`) }),
      run: () => switchModule({ name, enabled: true, before }),
    };
  };
  const shown = new Set<string>(menu.map(({ path }) => path));
  const beside = NAMES.flatMap((name): Page[] => {
    const place = PLACES[name];
    const isEntry = place.kind === 'page' && shown.has(place.path);
    const isHidden = !privileged && !isFound(viewer, place.path);
    if (isEntry || isHidden || !allows[place.needs]) return [];
    const isSetting = place.kind === 'settings';
    const where = 'tab' in place ? t(`settings:tab.${place.tab}`) : titleOf(place.path);
    return [
      {
        path: place.path,
        group: isSetting ? 'settings' : 'pages',
        title: t(`places:title.${name}`),
        icon: ICONS[place.kind],
        words: isSetting ? [t('settings:title'), ...wordsOf(name)] : wordsOf(name),
        isInMenu: false,
        ...(where && { detail: where }),
        ...off(place.path),
      },
    ];
  });
  return [...own, ...beside, ...switchedOff(shown)];

  /** Screens of the specified menu that are off, by their own names. */
  function switchedOff(known: ReadonlySet<string>): Page[] {
    if (!privileged) return [];
    const names = NAMES.filter((name) => PLACES[name].kind === 'page').map(
      (name): string => PLACES[name].path,
    );
    return navigation
      .filter(({ path }) => !known.has(path) && !names.includes(path) && !isFound(viewer, path))
      .map(({ path, title, icon }) => ({
        path,
        group: 'pages',
        title: t(`shell:nav.${title}`),
        icon,
        words: [],
        isInMenu: false,
        ...off(path),
      }));
  }
}
