import path from 'node:path';
import { defineConfig } from 'vitest/config';

const alias = { '@': path.join(import.meta.dirname, 'src') };

/** When something is given up that never comes: far beyond what a busy machine needs for what does. */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};

/** The issuer they need comes with Debian and its relatives. */
const WITH_PEBBLE = ['server/tls/acme/{acme-source,renewal}.test.ts'];

/** What installs, starts, kills, updates, backs up and restores complete installations. */
const INSTALLATIONS = [
  'scripts/{install,install-script,release/archive,update/update}.test.ts',
  'server/{start,foreign-project}.test.ts',
  'server/backup/backup.test.ts',
  'server/database/embedded/any-machine.test.ts',
  'server/lifecycle/{demo-accounts,earlier-installations}.test.ts',
  'server/tls/{https,acme/acme-source,acme/renewal}.test.ts',
  'server/workers/workers.test.ts',
  'server/**/*-crash.test.ts',
  'supabase/tests/{dump-and-load,portability,schemas,upgrade}.test.ts',
];
/** What tries everything, or very much: `npm run test:all` has it, `npm test` not. */
const THOROUGH = [
  'supabase/tests/{accounting-generated,certified-payroll-pdf,hostile-calls,notifications-engine}.test.ts',
  'supabase/tests/{offline-simulation,payroll-stored-weeks,public-work-weeks,search}.test.ts',
  'supabase/tests/token-of-one-company.test.ts',
];
const ON_THIS_PLATFORM = process.platform === 'linux' ? [] : WITH_PEBBLE;

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          ...limits,
          name: 'unit',
          include: ['{server,scripts,bench}/**/*.test.ts'],
          exclude: INSTALLATIONS,
          // Nothing of the server is remembered by its modules; loading it anew for each file was half of the time.
          isolate: false,
          globalSetup: ['testing/postgres-setup.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          ...limits,
          name: 'installations',
          include: INSTALLATIONS,
          exclude: ON_THIS_PLATFORM,
          globalSetup: ['testing/postgres-setup.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          ...limits,
          name: 'thorough',
          include: THOROUGH,
          isolate: false,
          globalSetup: ['testing/postgres-setup.ts'],
        },
      },
      {
        resolve: { alias },
        // Functions of the web app, which remember nothing.
        test: { ...limits, name: 'web', include: ['src/**/*.test.ts'], isolate: false },
      },
      {
        resolve: { alias },
        test: {
          ...limits,
          name: 'components',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['src/testing/setup.ts'],
          // Between two tests everything is forgotten anyway; loading the app anew for each file is most of the time.
          isolate: false,
        },
      },
      {
        // What the exports' files say is compared with what the database pays.
        resolve: { alias },
        test: {
          ...limits,
          name: 'db',
          include: ['supabase/tests/**/*.test.ts'],
          exclude: [...INSTALLATIONS, ...THOROUGH],
          // Every file has databases of its own; a process of its own for each would be half a second of start.
          isolate: false,
          globalSetup: ['testing/postgres-setup.ts'],
        },
      },
      {
        // In two halves that run side by side, each with servers of its own. Modules of this one are loaded for each
        // file: one replaces the hashing of passwords, which the others have loaded.
        test: {
          ...limits,
          name: 'api-auth',
          include: ['contract/{auth,mail,secrets}-*.test.ts'],
          globalSetup: ['testing/server-setup.ts'],
        },
      },
      {
        test: {
          ...limits,
          name: 'api-data',
          include: ['contract/*.test.ts'],
          exclude: ['contract/{auth,mail,secrets}-*.test.ts'],
          isolate: false,
          globalSetup: [
            'testing/server-setup.ts',
            'testing/rest-server-setup.ts',
            'testing/integration-server-setup.ts',
          ],
        },
      },
    ],
  },
});
