/**
 * Until when the viewer in memory has everything the server answered for. Not when it arrived: an
 * answer on its way for seconds knows nothing of a punch that another sender delivered meanwhile.
 */
let includesUntil = 0;

export function noteViewerIncludes(moment: number): void {
  // Ahead of the clock: somebody has set it back since.
  includesUntil = Math.max(includesUntil > Date.now() ? 0 : includesUntil, moment);
}

export const viewerIncludesUntil = (): number => includesUntil;
