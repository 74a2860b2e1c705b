import { MODULES, type ModuleName } from '@/entities/viewer/module-names';
import type { Viewer } from '@/entities/viewer/viewer';

/** The module of an address. Requests and balances of one's own are no plan of the office's. */
export const moduleOf = (path: string): ModuleName | undefined =>
  path === '/scheduling/time-off'
    ? undefined
    : MODULES.find((name) => path.split(/[/?]/)[1] === name);

export type ModuleViewer = Pick<Viewer, 'company' | 'modules' | 'public_work' | 'extra_work'>;

/** Switched off by an owner. Its addresses still open: nothing is deleted. */
export const isOff = ({ modules }: ModuleViewer, name: ModuleName): boolean =>
  modules?.[name] === false;

/** Has its own entry in the office's menu: switched on by name, or in use, or one of the specified twenty. */
export function hasEntry(viewer: ModuleViewer, name: ModuleName): boolean {
  const chosen = viewer.modules?.[name];
  if (chosen !== undefined) return chosen;
  switch (name) {
    case 'expenses':
      return viewer.company?.expenses_on === true;
    case 'tickets':
      return viewer.extra_work === true;
    case 'public-work':
      return viewer.public_work === true;
    default:
      return !isPartOfAnother(name);
  }
}

/** Opened from Verification, My Status and the projects, until somebody wants it in the menu. */
const isPartOfAnother = (name: ModuleName): boolean =>
  name === 'safety' || name === 'forms' || name === 'site-sign-in';

/** How its switch stands: what is part of another screen works until it is switched off. */
export const isUsed = (viewer: ModuleViewer, name: ModuleName): boolean =>
  hasEntry(viewer, name) || (isPartOfAnother(name) && !isOff(viewer, name));

/** Whether somebody finds it: foremen write the first ticket, the others find what there is. */
export function isFound(viewer: ModuleViewer & Pick<Viewer, 'employee'>, path: string): boolean {
  const name = moduleOf(path);
  if (name === undefined) return true;
  if (name === 'tickets' && viewer.employee?.role === 'foreman') return !isOff(viewer, name);
  return isUsed(viewer, name);
}
