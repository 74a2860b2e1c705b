const MAX_WAIT_MILLISECONDS = 2000;

/** When the page has come to rest, as after the first screen; two seconds from now at the latest. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof window.requestIdleCallback !== 'function') setTimeout(resolve, 500);
    else window.requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MILLISECONDS });
  });
