import path from 'node:path';
import { defineConfig } from 'vitest/config';

const alias = { '@': path.join(import.meta.dirname, 'src') };

const packageFile = (file: string): string => path.join(import.meta.dirname, 'node_modules', file);

/** Node would take one entry as CommonJS and one as a module, and the two share no context. */
const router = {
  'react-router/dom': packageFile('react-router/dist/development/dom-export.mjs'),
  'react-router': packageFile('react-router/dist/development/index.mjs'),
};

/** Not `vi.mock`: the modules of one test are those of the next, mocked or not. */
const deviceMemory = path.join(import.meta.dirname, 'src/testing/device-memory.ts');

/** In two halves that run side by side, each with servers of its own. */
const contract = { testTimeout: 120_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['testing/postgres-setup.ts'],
        },
      },
      {
        resolve: { alias },
        // Functions of the web app, which remember nothing.
        test: { name: 'web', include: ['src/**/*.test.ts'], isolate: false },
      },
      {
        resolve: { alias: { ...alias, ...router, 'idb-keyval': deviceMemory } },
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['src/testing/setup.ts'],
          // Between two tests everything is forgotten anyway; loading the app anew for each file is most of the time.
          isolate: false,
          server: { deps: { inline: ['react-router'] } },
          testTimeout: 120_000,
        },
      },
      {
        // What the exports' files say is compared with what the database pays.
        resolve: { alias },
        test: {
          name: 'db',
          include: ['supabase/tests/**/*.test.ts'],
          // Every file has databases of its own; a process of its own for each would be half a second of start.
          isolate: false,
          globalSetup: ['testing/postgres-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...contract,
          name: 'api-auth',
          include: ['contract/{auth,mail,secrets}-*.test.ts'],
          globalSetup: ['testing/server-setup.ts'],
        },
      },
      {
        test: {
          ...contract,
          name: 'api-data',
          include: ['contract/*.test.ts'],
          exclude: ['contract/{auth,mail,secrets}-*.test.ts'],
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
