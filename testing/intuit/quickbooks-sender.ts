// Sends activities of a database to QuickBooks as the server does, as a process that a test can kill.
import { connectPlatform } from '../../server/database/sql/connect.ts';
import { openAccounting } from './intuit-stage.ts';

const { endpoint, gateway, sealKey } = JSON.parse(process.argv[2] ?? '');
const sql = connectPlatform(endpoint, { max: 8 });
await openAccounting({ sql, gateway, sealKey, timeoutMs: 10_000 }).loop.start();
