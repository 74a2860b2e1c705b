// Builds the web app ahead of the first start, for images and packages.
import { buildWebApp } from './build-web-app.ts';

await buildWebApp((step) => console.log(`  · ${step}`));
