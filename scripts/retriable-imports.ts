// Lets an `import()` that failed be tried again; used by vite.config.ts.
import type { ModulePreloadOptions, Plugin } from 'vite';

/** Where Vite's own helper stands, which every `import()` of a build calls. */
const HELPER = '\0vite/preload-helper.js';

/** Puts src/lib/fetch-code.ts in its place. */
export function retriableImports(): Plugin {
  return {
    name: 'retriable-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === HELPER
        ? "export { fetchThenImport as __vitePreload } from '@/lib/fetch-code';"
        : undefined,
  };
}

/** Names the file itself to the helper, too: Vite leaves it out where it imports nothing. */
export const namedFiles: ModulePreloadOptions = {
  resolveDependencies: (file, imports, { hostType }) =>
    hostType === 'js' ? [...new Set([file, ...imports])] : imports,
};
