// `npm start`: builds the web app if it is stale, then starts the server in this process.
import { buildWebApp } from './build-web-app.ts';

await buildWebApp((step) => console.log(`  · ${step}`));
await import('../server/start.ts');
