import type { ExternalToast, toast as sonnerToast } from 'sonner';

export type { Action } from 'sonner';

type Sonner = typeof sonnerToast;

const mounted = Promise.withResolvers<Sonner>();

/** For the `Toaster` alone: from now on toasts are shown, those sent before first. */
export const showToastsWith: (sonner: Sonner) => void = mounted.resolve;

const sent = Promise.withResolvers<void>();
/** Resolves with the first toast. */
export const firstToast: Promise<void> = sent.promise;

function sender(kind: 'success' | 'error' | 'info' | 'warning') {
  return (title: string, options?: ExternalToast): void => {
    sent.resolve();
    void mounted.promise.then((sonner) => sonner[kind](title, options));
  };
}

/** How long a way back is offered. */
export const UNDO_MILLISECONDS = 10_000;

/** Says something in passing. The library that draws it is read after the first screen. */
export const toast = {
  success: sender('success'),
  error: sender('error'),
  info: sender('info'),
  warning: sender('warning'),
  dismiss: (id?: string | number): void =>
    void mounted.promise.then((sonner) => sonner.dismiss(id)),
};
