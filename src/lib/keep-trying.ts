const FIRST_PAUSE_MILLISECONDS = 2000;
const MAX_PAUSE_MILLISECONDS = 30_000;

/**
 * Tries until it succeeds: now, with growing pauses, and at once when the device says that it is
 * online or the page is opened again. Whoever asks may stop it with the signal.
 */
export async function keepTrying<T>(attempt: () => Promise<T>, stop?: AbortSignal): Promise<T> {
  for (
    let pause = FIRST_PAUSE_MILLISECONDS;
    ;
    pause = Math.min(pause * 2, MAX_PAUSE_MILLISECONDS)
  ) {
    try {
      return await attempt();
    } catch (cause) {
      if (stop?.aborted) throw cause;
    }
    await connectionOrPause(pause, stop);
    stop?.throwIfAborted();
  }
}

/** Resolves when trying again may help: after the pause, or earlier when something changed. */
function connectionOrPause(milliseconds: number, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = (): void => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const once = { signal: over.signal };
    window.addEventListener('online', end, once);
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && end(),
      once,
    );
    stop?.addEventListener('abort', end, once);
  });
}
