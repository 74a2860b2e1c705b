/** Leads to the first thing that is wrong in a part of the page: long lists are many screens high on a phone. */
export function focusFirstAlert(part: HTMLElement | null): void {
  const alert = part?.querySelector('[role="alert"]');
  const find = (what: string) => alert?.parentElement?.querySelector<HTMLElement>(what);
  alert?.scrollIntoView({ block: 'center' });
  (find('input:not([tabindex]), textarea') ?? find('button'))?.focus({ preventScroll: true });
}
