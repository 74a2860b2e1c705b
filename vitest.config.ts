import path from 'node:path';
import { defineConfig } from 'vitest/config';

const alias = { '@': path.join(import.meta.dirname, 'src') };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['testing/postgres-setup.ts'],
        },
      },
      {
        test: {
          name: 'db',
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: ['testing/postgres-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['contract/**/*.test.ts'],
          globalSetup: [
            'testing/server-setup.ts',
            'testing/rest-server-setup.ts',
            'testing/integration-server-setup.ts',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
