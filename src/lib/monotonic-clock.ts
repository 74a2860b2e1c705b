/**
 * A counter that goes on where somebody changes this device's clock; comparable within one start of
 * the app, which the origin names.
 */
export const monotonicOrigin = (): number => Math.round(performance.timeOrigin);
export const monotonicNow = (): number => Math.round(performance.now());
