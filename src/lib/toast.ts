import type { ExternalToast, toast as sonnerToast } from 'sonner';

type Sonner = typeof sonnerToast;

const wanted = Promise.withResolvers<void>();
const mounted = Promise.withResolvers<Sonner>();

/** Asks for the code that shows them; the first that is sent does so too. */
export const wantToasts: () => void = wanted.resolve;
/** Resolves as soon as somebody does: a page that says nothing needs no code for it. */
export const toastsWanted: Promise<void> = wanted.promise;

/** For the `Toaster` alone: from now on toasts are shown, those sent before first. */
export const showToastsWith: (sonner: Sonner) => void = mounted.resolve;

function sender(kind: 'success' | 'error' | 'info' | 'warning') {
  return (title: string, options?: ExternalToast): void => {
    wantToasts();
    void mounted.promise.then((sonner) => sonner[kind](title, options));
  };
}

/** How long a way back is offered. */
export const UNDO_MILLISECONDS = 10_000;

/** Says something in passing. */
export const toast = {
  success: sender('success'),
  error: sender('error'),
  info: sender('info'),
  warning: sender('warning'),
  dismiss: (id?: string | number): void =>
    void mounted.promise.then((sonner) => sonner.dismiss(id)),
};
