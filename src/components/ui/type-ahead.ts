const PAUSE_MILLISECONDS = 1000;

/** Letters typed on a closed list choose what begins with them; one letter again and again goes round. */
export function createTypeAhead(now: () => number = Date.now) {
  let typed = '';
  let last = Number.NEGATIVE_INFINITY;
  return (key: string, words: readonly string[], current: number): number | null => {
    typed = now() - last < PAUSE_MILLISECONDS ? typed + key : key;
    last = now();
    const sought = [...typed].every((letter) => letter === typed[0]) ? key : typed;
    const first = Math.max(current, 0) + (sought.length === 1 ? 1 : 0);
    const places = words.map((_, step) => (first + step) % words.length);
    const found = places.find((place) =>
      words[place]?.toLowerCase().startsWith(sought.toLowerCase()),
    );
    return found === undefined || found === current ? null : found;
  };
}
