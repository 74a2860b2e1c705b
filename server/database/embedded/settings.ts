import { totalmem } from 'node:os';
import path from 'node:path';

/** Extensions in SQL that a hosted project has and this PostgreSQL has not. */
const EXTENSIONS = path.join(import.meta.dirname, 'share');
const FIRST_WITH_EXTENSION_PATH = 18;
const MEBIBYTE = 1024 * 1024;

/**
 * Settings for a PostgreSQL that shares its machine with one server and loses nothing. `host` is the
 * folder of its socket, or an address of this machine. Extensions in SQL that a project brings along
 * are found in `dataDir/extension`.
 */
export function postgresSettings(
  host: string,
  dataDir: string,
  major: number,
): Record<string, string> {
  const memory = totalmem() / MEBIBYTE;
  const sharedBuffers = Math.round(Math.min(Math.max(memory / 8, 64), 2048));
  return {
    ...whereToListen(host),
    ...(major >= FIRST_WITH_EXTENSION_PATH && {
      extension_control_path: [EXTENSIONS, dataDir, '$system'].join(path.delimiter),
    }),
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_level: 'replica',
    max_wal_size: '2GB',
    wal_compression: 'on',
    shared_buffers: `${sharedBuffers}MB`,
    effective_cache_size: `${Math.round(memory / 2)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.round(Math.min(Math.max(memory / 32, 64), 512))}MB`,
    random_page_cost: '1.1',
    // Compiling a query costs more than it saves on the short ones this server sends.
    jit: 'off',
    // `explain` names its query, as on a hosted project.
    compute_query_id: 'on',
    log_timezone: 'UTC',
    timezone: 'UTC',
    log_min_messages: 'warning',
    // Statements and the rows they quote hold passwords and tokens: neither is written anywhere.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    // The ready line is read from standard error.
    logging_collector: 'off',
    log_destination: 'stderr',
  };
}

function whereToListen(host: string): Record<string, string> {
  if (!host.startsWith('/')) return { listen_addresses: host, unix_socket_directories: '' };
  return {
    listen_addresses: '',
    // A list: in quotes, a comma in the path is part of it.
    unix_socket_directories: `"${host.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}
