export const PRESETS = [
  'FLSA',
  'CA',
  'CA_4x10',
  'AK',
  'NV',
  'CO',
  'UNION_8_SAT_SUN',
  'NONE',
] as const;
export type Preset = (typeof PRESETS)[number];

/** The preset of that key, however its letters are written; null for rules of a company's own. */
export const presetOf = (key: string): Preset | null =>
  PRESETS.find((preset) => preset.toUpperCase() === key.toUpperCase()) ?? null;

/** States with rules of their own, by the zones they lie in. A zone is larger than a state: offered, never set. */
const STATES_OF_ZONE: Record<string, readonly Preset[]> = {
  'America/Denver': ['CO'],
  'America/Los_Angeles': ['CA', 'NV'],
  'America/Adak': ['AK'],
  'America/Anchorage': ['AK'],
  'America/Juneau': ['AK'],
  'America/Metlakatla': ['AK'],
  'America/Nome': ['AK'],
  'America/Sitka': ['AK'],
  'America/Yakutat': ['AK'],
};

export const presetsOffered = (zone: string): readonly Preset[] => STATES_OF_ZONE[zone] ?? [];
