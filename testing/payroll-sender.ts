// Sends hours of a database to a payroll system as the server does, as a process that a test can kill.
import { connectPlatform } from '../server/database/sql/connect.ts';
import { openPayroll } from './payroll-stage.ts';

const { endpoint, settings } = JSON.parse(process.argv[2] ?? '');
await openPayroll(connectPlatform(endpoint, { max: 8 }), settings).loop.start();
