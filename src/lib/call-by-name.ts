import type { RowsClient } from '@/lib/rows-client';

/**
 * Calls a database function whose name and arguments were stored on the device with what waits there, so
 * that the compiler knows neither; they were checked where they were stored.
 */
export const callByName = (client: RowsClient, name: string, args: object) =>
  client.rpc(name as 'viewer', args as never);
