/** A counter that a changed clock leaves alone, and which start of the app it counts from. */
export function monotonicClock(): { monotonic_ms: number; monotonic_origin: number } {
  return {
    monotonic_ms: Math.round(performance.now()),
    monotonic_origin: Math.round(performance.timeOrigin),
  };
}
