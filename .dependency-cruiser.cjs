/** Which folder may import which: lib ← components ← entities ← features ← app. */
const layers = ['lib', 'components', 'entities', 'features', 'app'];

const upwards = layers.slice(0, -1).map((layer, index) => ({
  name: `${layer}-knows-nothing-above-it`,
  severity: 'error',
  comment: 'Imports go one way: lib ← components ← entities ← features ← app.',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${layers.slice(index + 1).join('|')})/` },
}));

/** What the settings and every caller may know of TLS. */
const tlsFacts =
  '(tls-settings|certificate|certificate-names|lan/(lan-addresses|local-names|private-addresses))\\.ts';

/** The layers of server/, from the lowest up; see docs/architecture.md. */
const serverLayers = [
  [
    'config\\.ts',
    'environment-variables\\.ts',
    'known-settings\\.ts',
    'nearest-name\\.ts',
    'version\\.ts',
    'startup-error\\.ts',
    'concurrency/',
    'team/',
    'system/system-(line|probes)\\.ts',
    `tls/${tlsFacts}`,
    'sms/sms-settings\\.ts',
    'auth/oidc/provider-settings\\.ts',
    'auth/hook-settings\\.ts',
    'auth/jwt-secret\\.ts',
  ],
  ['http/'],
  ['database/'],
  ['keys/', `tls/(?!${tlsFacts})`],
  ['notifications/'],
  ['mail/', 'jobs/', 'push/', 'signing/'],
  ['auth/(?!((oidc/provider|hook)-settings|jwt-secret)\\.ts)'],
  [
    'rest/',
    'storage/',
    'realtime/',
    'web/',
    'map/',
    'geocoder/',
    'scim/',
    'mcp/',
    'weather/',
    'sms/(?!sms-settings\\.ts)',
    'webhooks/',
    'accounting/',
    'system/(?!system-(line|probes)\\.ts)',
  ],
  ['backup/', 'updates/'],
  ['app\\.ts'],
  ['lifecycle/'],
  ['workers/'],
  ['server\\.ts', 'start\\.ts'],
];

const serverUpwards = serverLayers.slice(0, -1).map((layer, index) => ({
  name: `server-layer-${index + 1}-knows-nothing-above-it`,
  severity: 'error',
  comment: 'Imports inside server/ go down only; docs/architecture.md shows the layers.',
  from: { path: `^server/(${layer.join('|')})`, pathNot: '\\.test\\.ts$' },
  to: {
    path: `^server/(${serverLayers
      .slice(index + 1)
      .flat()
      .join('|')})`,
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...upwards,
    ...serverUpwards,
    {
      name: 'server-folders-have-a-layer',
      severity: 'error',
      comment: 'A new folder of server/ takes its place in `serverLayers` above.',
      from: {},
      to: {
        path: '^server/',
        pathNot: `^server/(${serverLayers.flat().join('|')}|[\\w-]+\\.(test\\.ts|json)$)`,
      },
    },
    {
      name: 'parts-of-the-contract-are-strangers',
      severity: 'error',
      comment: 'What two of them need belongs to a layer below.',
      from: {
        path: '^server/(mail|push|signing|jobs|rest|storage|realtime|web)/',
        pathNot: '\\.test\\.ts$',
      },
      to: {
        path: '^server/(push|signing|jobs|rest|storage|realtime|web)/',
        pathNot: '^server/$1/',
      },
    },
    {
      name: 'no-cycles-in-the-server',
      severity: 'error',
      comment: 'Not even of types: who only names the other is as hard to read alone.',
      from: { path: '^server/', pathNot: '\\.test\\.ts$' },
      to: { circular: true },
    },
    {
      name: 'features-are-strangers',
      severity: 'error',
      comment:
        'Features never import each other; what two need belongs to entities, components or lib.',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'only-tests-use-the-test-helpers',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/testing/|\\.test\\.tsx?$' },
      to: { path: '^src/testing/' },
    },
    {
      name: 'web-and-server-are-apart',
      severity: 'error',
      comment: 'They meet on the wire only; both may read supabase/types.ts.',
      from: { path: '^src/' },
      to: { path: '^(server|scripts|testing|contract|e2e|bench)/' },
    },
    {
      name: 'server-knows-no-product',
      severity: 'error',
      comment: 'The platform could serve another product tomorrow.',
      from: { path: '^server/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src|scripts|testing|contract|e2e|bench)/' },
    },
    {
      name: 'contract-and-e2e-use-the-running-system',
      severity: 'error',
      from: { path: '^(contract|e2e)/' },
      to: { path: '^(server|src)/' },
    },
    {
      name: 'only-api-and-entities-speak-to-supabase',
      severity: 'error',
      comment: 'Components ask a query or a write in api/ or entities/.',
      from: {
        path: '^src/',
        pathNot:
          '^src/(features/([^/]+|(public-work|tickets)/[^/]+)/api/|entities/|lib/|app/|testing/|main.tsx)',
      },
      to: { path: '^src/lib/supabase' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'] },
  },
};
