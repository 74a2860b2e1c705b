// Serves @supabase/lite on a database of ours, as the bench's other yardstick. The bench copies this file
// into a folder where that package is installed and runs it there with the database's address, as JSON,
// and the secret of the tokens. Prints its address when it listens.
const [endpoint = '{}', secret] = process.argv.slice(2);
const { host, port, user, password, database } = JSON.parse(endpoint);
const load = (name: string) => import(name);

const { App } = await load('@supabase/lite');
const { createPostgresConnection } = await load('@supabase/lite/postgres');
const { serve } = await load('@hono/node-server');

const app = new App({
  connection: createPostgresConnection({
    postgresOptions: { path: `${host}/.s.PGSQL.${port}`, user, password, database, max: 32 },
  }),
  auth: { enabled: true, jwt_secret: secret },
  options: { server: { apiKeys: false } },
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (address: { port: number }) =>
  console.log(`http://127.0.0.1:${address.port}`),
);
