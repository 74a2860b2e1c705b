// Serves the address of the Web Connector as a process that a test can kill.
import { connectPlatform } from '../../server/database/sql/connect.ts';
import { serveDesktop } from './serve-app.ts';

const { url } = await serveDesktop(connectPlatform(JSON.parse(process.argv[2] ?? ''), { max: 4 }));
process.stdout.write(`${url}\n`);
