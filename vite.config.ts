import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type AliasOptions, defineConfig, type Plugin } from 'vite';

/** A build that knows its backend never asks for /config.json, so the page must not preload it. */
function backendPreload(): Plugin {
  return {
    name: 'backend-preload',
    transformIndexHtml: (html) =>
      process.env['VITE_SUPABASE_URL'] ? html.replace(/\s*<link[^>]*config\.json[^>]*>/, '') : html,
  };
}

/** supabase-js brings a client for analytics tables (Iceberg) that nothing here calls. */
function withoutIceberg(): Plugin {
  return {
    name: 'without-iceberg',
    enforce: 'pre',
    resolveId: (id) => (id === 'iceberg-js' ? '\0iceberg-js' : null),
    load: (id) => (id === '\0iceberg-js' ? 'export class IcebergRestCatalog {}' : null),
  };
}

/** jsPDF can also draw web pages and pictures, with libraries heavier than itself; nothing here does. */
function withoutPdfExtras(): Plugin {
  return {
    name: 'without-pdf-extras',
    enforce: 'pre',
    resolveId: (id) => (/^(html2canvas|dompurify|canvg)$/.test(id) ? '\0pdf-extra' : null),
    load: (id) => (id === '\0pdf-extra' ? 'export default undefined' : null),
  };
}

const packageFile = (file: string): string =>
  new URL(`./node_modules/${file}`, import.meta.url).pathname;

/** react-router's package points bundlers at its development build; its warnings weigh 3 kB. */
const leanRouter: AliasOptions = [
  { find: /^react-router$/, replacement: packageFile('react-router/dist/production/index.mjs') },
  {
    find: /^react-router\/dom$/,
    replacement: packageFile('react-router/dist/production/dom-export.mjs'),
  },
];

const srcFiles = (folder: string, ...names: string[]): RegExp =>
  new RegExp(`/src/${folder}/(${names.join('|')})`);

/**
 * Which modules travel together. Left alone, the bundler makes a file of a few hundred bytes for
 * everything two screens share, and each costs a request. Anything that matches nothing here is
 * split as usual, what is loaded on demand stays so.
 */
const chunkGroups = [
  {
    name: 'base',
    tests: [
      /\/node_modules\/(react|react-dom|scheduler|i18next|react-i18next|clsx|class-variance-authority|react-router|sonner|tslib|use-sync-external-store)\//,
      /\/node_modules\/(@supabase|@radix-ui\/react-(slot|compose-refs))\//,
      /\/@tanstack\/(query-core\/.*\/(mutation|query(Client|Cache)?\.js|retryer|removable|subscribable|notify|online|focus|timeout|utils)|react-query\/.*\/(useMutation|QueryClientProvider))/,
      /\/lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|shared)/,
      /\/lucide-react\/dist\/esm\/icons\/(check|circle|circle-alert|circle-check|info|loader-circle|triangle-alert|triangle-exclamation-point)\.m?js/,
      /vite\/preload-helper|iceberg-js/,
      srcFiles(
        'lib',
        'arrival',
        'class-names',
        'env',
        'errors',
        'i18n',
        'languages',
        'query-',
        'supabase',
        'uuid',
      ),
      srcFiles('components/ui', 'badge', 'button', 'field', 'input', 'label', 'spinner', 'toaster'),
      srcFiles(
        'components/shared',
        'error-state',
        'full-page',
        'notice',
        'page-title',
        'password-input',
        'status-dot',
        'wordmark',
      ),
      srcFiles('entities', 'session/', 'viewer/viewer\\.ts'),
      srcFiles('lib', 'server-clock'),
    ],
  },
  {
    name: 'way-in',
    tests: [
      srcFiles(
        'app/routes',
        'auth-layout',
        'login',
        'register',
        'forgot-password',
        'reset-password',
      ),
      srcFiles('app', 'signed-out-only'),
      /\/src\/features\/auth\/(?!second-factor|components\/sign-in-again|api\/(verify|spend))/,
    ],
  },
  {
    name: 'shell',
    tests: [
      /\/@tanstack\/(query-core\/.*\/queryObserver|react-query\/.*\/(use(Base|Suspense)?Query\.|suspense|errorBoundary|IsRestoring|QueryErrorReset))/,
      srcFiles(
        'app',
        'routes/protected-area',
        'viewer-provider',
        'shell/(?!account-dropdown|search-palette)',
      ),
      srcFiles('features/timer', 'timer-control', 'components/running-pill'),
      srcFiles(
        'entities',
        'viewer/',
        'running-entry/',
        'project/projects-query',
        'cost-code/cost-codes-query',
      ),
      srcFiles('components/ui', 'card', 'kbd', 'popover', 'sheet', 'skeleton', 'tooltip'),
      srcFiles(
        'components/shared',
        'avatar',
        'color-swatch',
        'empty-state',
        'loading-state',
        'page-header',
      ),
      srcFiles('lib', 'duration', 'format', 'theme', 'use-'),
    ],
  },
  {
    name: 'overlays',
    tests: [
      /\/@radix-ui\/react-(arrow|context|dialog|dismissable-layer|focus-guards|focus-scope|id|popover|popper|portal|presence|primitive|tooltip|use-[a-z-]+|visually-hidden)\//,
      /\/node_modules\/(@floating-ui|aria-hidden|get-nonce|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar)\//,
    ],
  },
  { name: 'words-en', tests: [/\/locales\/en\/(shell|timer|errors)\.json/] },
  { name: 'words-es', tests: [/\/locales\/es\/(shell|timer|errors)\.json/] },
  { name: 'icons', tests: [/\/lucide-react\/dist\/esm\/icons\//], minShareCount: 2 },
  {
    name: 'screens',
    tests: [
      /\/node_modules\/(temporal-polyfill|temporal-utils)\//,
      /\/@radix-ui\/(number|react-(collection|direction|roving-focus|select|tabs))\//,
      srcFiles('lib', 'time', 'loose-'),
      srcFiles('components/ui', 'select', 'tabs'),
      srcFiles('components/shared', 'calendar', 'combobox', 'data-table/(?!virtual)', 'date-input'),
      srcFiles(
        'entities',
        'employee/',
        'project/(?!project-choice)',
        'cost-code/(?!starter)',
        'time-entry/',
      ),
    ],
  },
].map(({ tests, ...group }, index) => ({
  ...group,
  priority: 10 - index,
  test: (id: string) => tests.some((test) => test.test(id)),
}));

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), backendPreload(), withoutIceberg(), withoutPdfExtras()],
  resolve: {
    alias: [
      { find: /^@(?=\/)/, replacement: new URL('./src', import.meta.url).pathname },
      ...(command === 'build' ? leanRouter : []),
    ],
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    // Read by scripts/bundle-size.ts.
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups, includeDependenciesRecursively: false } },
    },
  },
}));
