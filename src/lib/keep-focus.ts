/** Where the focus was: the element, and for each of its parents which child led to it. */
interface Trace {
  readonly element: Element;
  readonly steps: readonly { readonly parent: Element; readonly index: number }[];
}

const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled, [tabindex="-1"])';
const DIALOG = '[role="dialog"], [role="alertdialog"]';
/** Dialogs give the focus back by themselves a moment after they have gone. */
const WAIT_MS = 60;

function traceOf(element: Element): Trace {
  const steps: { parent: Element; index: number }[] = [];
  let child = element;
  for (let parent = child.parentElement; parent; parent = parent.parentElement) {
    steps.push({ parent, index: Array.prototype.indexOf.call(parent.children, child) });
    child = parent;
  }
  return { element, steps };
}

const isShown = (element: Element): boolean => element.checkVisibility?.() ?? true;
const inside = (element: Element): HTMLElement[] =>
  [element, ...element.querySelectorAll(FOCUSABLE)].filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.matches(FOCUSABLE) && isShown(each),
  );

/** It has done what it is for, unlike one that is still at it. */
const isOverAndOff = (element: Element): boolean =>
  element.matches(':disabled:not([aria-busy="true"])');

/** What followed the place, else what came before it. */
function nearest(parent: Element, index: number): HTMLElement | undefined {
  const children = [...parent.children];
  for (const child of children.slice(index)) {
    const [first] = inside(child);
    if (first) return first;
  }
  return children.slice(0, index).flatMap(inside).at(-1);
}

/** The nearest thing to go on from, within the same part of the page. */
function afterLoss({ steps }: Trace): HTMLElement | null {
  for (const { parent, index } of steps) {
    if (!parent.isConnected) continue;
    if (parent === document.body) return null;
    if (parent.matches('main')) {
      return parent.querySelector<HTMLElement>('h1[tabindex="-1"]') ?? (parent as HTMLElement);
    }
    const found = nearest(parent, index);
    if (found) return found;
    if (parent.matches(DIALOG)) return parent as HTMLElement;
  }
  return null;
}

/**
 * What had the focus may vanish or be switched off by what it did: a row that is approved, a button that
 * sends. The browser then has no focus at all. Whoever uses keys goes on beside it, or there again when
 * the button is back. Answers how to stop.
 */
export function keepFocus(): () => void {
  let last: Trace | null = null;
  let lastInMain: Trace | null = null;
  let switchedOff: Element | null = null;
  let byKeys = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = (): void => {
    timer = undefined;
    if (!last || !byKeys || document.activeElement !== document.body) return;
    const { element } = last;
    if (!element.isConnected || isOverAndOff(element)) {
      (afterLoss(last) ?? (lastInMain && afterLoss(lastInMain)))?.focus();
    } else if (element === switchedOff && !element.matches(':disabled')) {
      (element as HTMLElement).focus({ preventScroll: true });
    }
  };
  const notice = (): void => {
    if (!last) return;
    if (last.element.matches(':disabled')) switchedOff = last.element;
    if (last.element.isConnected && last.element !== switchedOff) return;
    timer ??= setTimeout(look, WAIT_MS);
  };
  const remember = ({ target }: { target: EventTarget | null }): void => {
    if (!(target instanceof Element) || target === document.body) return;
    last = traceOf(target);
    if (target.closest('main')) lastInMain = last;
    switchedOff = null;
  };
  const keys = () => {
    byKeys = true;
  };
  const pointer = () => {
    byKeys = false;
  };
  const observer = new MutationObserver(notice);
  observer.observe(document.body, {
    ...{ childList: true, subtree: true, attributes: true },
    attributeFilter: ['disabled', 'aria-busy'],
  });
  remember({ target: document.activeElement });
  document.addEventListener('focusin', remember);
  document.addEventListener('keydown', keys, true);
  document.addEventListener('pointerdown', pointer, true);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('keydown', keys, true);
    document.removeEventListener('pointerdown', pointer, true);
  };
}
