/** A connection that brings no byte for so long is given up, and the file asked for again. */
const STALL_MILLISECONDS = 8000;

/** Files that are in the browser's cache, or on their way. */
const fetched = new Map<string, Promise<void>>();

/** Reads a file of the app into the browser's cache; a failure is not remembered. */
export function fetchFile(address: string): Promise<void> {
  const { href } = new URL(address, document.baseURI);
  const known = fetched.get(href);
  if (known) return known;
  const reading = read(href).catch((cause: unknown) => {
    fetched.delete(href);
    throw cause;
  });
  fetched.set(href, reading);
  return reading;
}

async function read(href: string): Promise<void> {
  const stalled = new AbortController();
  const giveUp = (): void => stalled.abort(new TypeError(`Failed to fetch ${href}: no answer`));
  let timer = setTimeout(giveUp, STALL_MILLISECONDS);
  try {
    const answer = await fetch(href, { signal: stalled.signal });
    // A server may answer a missing file with the page itself.
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    if (!answer.ok || isPage) throw new TypeError(`Failed to fetch ${href}: ${answer.status}`);
    const reader = answer.body?.getReader();
    while (reader && !(await reader.read()).done) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, STALL_MILLISECONDS);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Files that public/early.js has asked for are waited for, not asked for a second time. */
function noteFirstFiles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-first]')) {
    const coming = link.dataset['first'] === 'here' ? Promise.resolve() : cameOrRead(link);
    fetched.set(link.href, coming);
    // Nobody may need it after all.
    coming.catch(() => undefined);
  }
}

/** What does not come that way is read like any other file. */
async function cameOrRead(link: HTMLLinkElement): Promise<void> {
  const came = await new Promise<boolean>((resolve) => {
    link.addEventListener('load', () => resolve(true));
    link.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), STALL_MILLISECONDS);
  });
  if (came) return;
  fetched.delete(link.href);
  await fetchFile(link.href);
}

const styles = new Map<string, Promise<void>>();

/**
 * What the page itself brought has run already: this file is part of it. Its styles, added again after
 * those of a screen, would win over them.
 */
function noteFilesOfThePage(): void {
  const tags = document.querySelectorAll(
    'script[type=module][src], link[rel=modulepreload], link[rel=stylesheet]',
  );
  for (const tag of tags) {
    const address = tag.getAttribute('src') ?? tag.getAttribute('href');
    if (!address) continue;
    const { href } = new URL(address, document.baseURI);
    fetched.set(href, Promise.resolve());
    if (tag.getAttribute('rel') === 'stylesheet') styles.set(href, Promise.resolve());
  }
}

function applyStyles(href: string): Promise<void> {
  const known = styles.get(href);
  if (known) return known;
  const link = document.createElement('link');
  const applying = new Promise<void>((resolve, reject) => {
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      styles.delete(href);
      reject(new TypeError(`Failed to fetch ${href}`));
    };
    document.head.append(link);
  });
  styles.set(href, applying);
  return applying;
}

/**
 * Every `import()` of a build goes through this (scripts/retriable-imports.ts). Most browsers remember
 * for the life of the page that a module could not be loaded and never ask for it again. So its files
 * are read first, which may fail as often as it must, and imported only when they are all here.
 */
export async function fetchThenImport<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const addresses = files.map((file) => new URL(`/${file}`, document.baseURI).href);
  await Promise.all(addresses.map(fetchFile));
  // In the order of the list, whichever was here first.
  await Promise.all(addresses.filter((href) => href.endsWith('.css')).map(applyStyles));
  return importModule();
}

noteFirstFiles();
noteFilesOfThePage();
