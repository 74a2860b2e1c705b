/** What an inspection looks at where the machine's class has no points of its own. */
export const USUAL_POINTS = [
  'fluids',
  'leaks',
  'brakes',
  'lights',
  'tires',
  'guards',
  'extinguisher',
] as const;
