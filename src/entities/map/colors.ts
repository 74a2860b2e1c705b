const TOKENS = {
  water: '--primary-soft',
  land: '--surface-sunken',
  mark: '--surface',
  line: '--border',
  strongLine: '--border-strong',
  text: '--foreground',
  faint: '--foreground-muted',
  site: '--primary',
  inside: '--success',
  outside: '--attention',
  unknown: '--field-border',
} as const;

export type MapColors = Record<keyof typeof TOKENS, string>;

/** The design tokens as MapLibre reads colors; it knows nothing of oklch, a canvas does. */
export function readColors(): MapColors {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const styles = getComputedStyle(document.documentElement);
  const rgb = (token: string): string => {
    if (!context) return 'gray';
    context.fillStyle = styles.getPropertyValue(token);
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  const entries = Object.entries(TOKENS).map(([name, token]) => [name, rgb(token)]);
  return Object.fromEntries(entries) as MapColors;
}
