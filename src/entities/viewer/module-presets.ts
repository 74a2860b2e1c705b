import { MODULES, type ModuleName } from '@/entities/viewer/module-names';
import type { ModuleViewer } from '@/entities/viewer/modules';
import { hasEntry } from '@/entities/viewer/modules';

/** The specified menu; the last six belong to no preset. */
const SPECIFIED = MODULES.slice(0, 12);

/** As `set_modules` knows them. */
export const PRESETS = {
  time_and_payroll: ['management', 'activity-reports'],
  field: [
    ...['management', 'activity-reports', 'scheduling', 'photos', 'documents'],
    ...['verification', 'field-reports'],
  ] as ModuleName[],
  everything: SPECIFIED,
} as const satisfies Record<string, readonly ModuleName[]>;

export type ModulePreset = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as ModulePreset[];

/** Which preset the switches are, if any. */
export const presetOf = (viewer: ModuleViewer): ModulePreset | undefined =>
  PRESET_NAMES.find((preset) => {
    const used: readonly ModuleName[] = PRESETS[preset];
    return SPECIFIED.every((name) => hasEntry(viewer, name) === used.includes(name));
  });
