/** As much of an AbortSignal as a request needs: a whole one costs three times as much. */
export interface Cancellation {
  readonly aborted: boolean;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
