import { accessSync, constants } from 'node:fs';
import { namesPublishedSecret } from '../auth/jwt-secret.ts';
import { unservedSettings } from '../auth/unserved-settings.ts';
import { makeFolder } from '../backup/backup-folder.ts';
import { type Config, isLoopback } from '../config.ts';
import { unreadSettings } from '../known-settings.ts';

/** What would go wrong later and unseen, said when the server starts. */
export function warningsAbout(config: Config): string[] {
  const warnings = [...config.unknownVariables];
  const { siteUrl, siteUrlGiven, smtpUrl, mailFrom, host, backupDir, databaseUrl, tls } = config;
  if (tls.mode !== 'lan' && !siteUrlGiven && (smtpUrl !== undefined || !isLoopback(host))) {
    warnings.push(
      `Links in emails lead to ${siteUrl}, which only this machine can open. Set SITE_URL to the address your crew uses.`,
    );
  }
  if (smtpUrl !== undefined && !config.mailFromGiven) {
    warnings.push(
      `Mail goes out as ${mailFrom}. Set MAIL_FROM to an address your mail server can send from, like "Chalkline <time@example.com>".`,
    );
  }
  if (backupDir !== undefined && databaseUrl !== undefined) {
    warnings.push(
      'BACKUP_DIR has no effect with DATABASE_URL. Back that PostgreSQL up with its own tools (pg_dump).',
    );
  } else if (backupDir !== undefined && !isWritable(backupDir)) {
    warnings.push(
      `BACKUP_DIR=${backupDir} cannot be written: there will be no backups. Create the folder and give it to the user who starts the server.`,
    );
  }
  const unserved = unservedSettings(config.project.raw);
  if (unserved.length > 0) {
    warnings.push(`config.toml asks for what this server does not have: ${unserved.join(', ')}.`);
  }
  const unread = unreadSettings(config.project.raw);
  if (unread.length > 0) {
    warnings.push(`config.toml sets what this server does not read: ${unread.join(', ')}.`);
  }
  if (config.jwtSecret === undefined && namesPublishedSecret(config.project.raw)) {
    warnings.push(
      'auth.jwt_secret of config.toml is the one that every local project of the Supabase CLI has. It is not used: anybody could sign keys with it.',
    );
  }
  return warnings;
}

function isWritable(folder: string): boolean {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
