// Tells the bundler which modules share a file; used by vite.config.ts.
const srcFiles = (folder: string, ...names: string[]): RegExp =>
  new RegExp(`/src/${folder}/(${names.join('|')})`);

/**
 * Which modules travel together. Left alone, the bundler makes a file of a few hundred bytes for
 * everything two screens share, and each costs a request. Anything that matches nothing here is
 * split as usual, what is loaded on demand stays so.
 */
export const chunkGroups = [
  {
    // The sign-in screen writes and never reads.
    name: 'queries',
    tests: [
      /\/@tanstack\/query-core\/.*\/(queryObserver|infiniteQueryObserver|queriesObserver)\./,
      /\/@tanstack\/react-query\/.*\/(useBaseQuery|useQueries|useQuery|useSuspenseQuery|useInfiniteQuery|suspense|errorBoundaryUtils|IsRestoringProvider|QueryErrorResetBoundary)\./,
    ],
  },
  {
    name: 'base',
    tests: [
      /\/node_modules\/(react|react-dom|scheduler|i18next|react-i18next|clsx|class-variance-authority|react-router|sonner|tslib|use-sync-external-store)\//,
      /\/node_modules\/(@supabase|@radix-ui\/react-(slot|compose-refs))\//,
      /\/@tanstack\/(query-core|react-query)\//,
      /\/lucide-react\/dist\/esm\/(?!icons\/)/,
      /\/lucide-react\/dist\/esm\/icons\/(check|circle[a-z-]*|info|loader-circle|triangle-[a-z-]*)\.m?js/,
      /vite\/preload-helper|iceberg-js/,
      srcFiles(
        'lib',
        'url-fragment',
        'class-names',
        'env',
        'errors',
        'i18n',
        'languages',
        'query-',
        'sign-up-code',
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
    name: 'auth',
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
      srcFiles(
        'app',
        'routes/protected-area',
        'viewer-provider',
        'shell/(?!account-dropdown|search-palette|unsent-list)',
      ),
      srcFiles('styles', 'shell'),
      srcFiles('features/clock-sheet', 'clock-sheet-gate', 'use-clock-moment'),
      srcFiles('features/timer', 'timer-control', 'components/running-pill', 'api/auto-start'),
      srcFiles(
        'entities',
        'viewer/',
        'running-entry/',
        'offline/(queue-state|with-queued|or-queue|offline-event)',
        'project/projects-query',
        'cost-code/cost-codes-query',
        'pay-period/waiting-timesheets-query',
        'verification/',
      ),
      srcFiles('components/ui', 'card', 'dialog', 'kbd', 'popover', 'sheet', 'skeleton', 'tooltip'),
      srcFiles(
        'components/shared',
        'avatar',
        'color-swatch',
        'early-search',
        'empty-state',
        'loaded',
        'loading-state',
        'page-header',
        'stale-notice',
      ),
      srcFiles(
        'lib',
        'device-location',
        'duration',
        'format',
        'live-tables',
        'service-worker',
        'stale-data',
        'theme',
        'use-(?!today)',
      ),
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
      srcFiles('lib', 'time', 'loose-', 'use-today'),
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
