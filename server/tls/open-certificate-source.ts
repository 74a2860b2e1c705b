import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import { leads, type Team } from '../team/team.ts';
import type { CertificateSource } from './certificate.ts';
import { readCertificateFiles } from './certificate-files.ts';

interface Surroundings {
  readonly database: Database;
  readonly log: Logger;
  readonly team: Team;
}

/**
 * Where this process gets its certificate from; undefined without TLS. Every process that serves opens
 * one. Each kind is loaded when it is used, so that the others cost no memory.
 */
export async function openCertificateSource(
  config: Config,
  { database, log, team }: Surroundings,
): Promise<CertificateSource | undefined> {
  const { mode } = config.tls;
  switch (mode) {
    case 'off':
      return undefined;
    case 'files': {
      const { FileSource } = await import('./file-source.ts');
      return new FileSource(filesOf(config), (problem) => {
        if (leads(team)) log.warn(problem);
      });
    }
    case 'acme': {
      const { openAcmeSource } = await import('./acme/acme-source.ts');
      return openAcmeSource(config, database, log, { orders: leads(team) });
    }
    case 'lan':
      return (await import('./lan/lan-source.ts')).openLanSource(config, (problem) => {
        if (leads(team)) log.warn(problem);
      });
    default:
      return mode satisfies never;
  }
}

/** Before anything is started: files that cannot be used stop the start. */
export function checkCertificateFiles(config: Config): void {
  if (config.tls.mode === 'files') readCertificateFiles(filesOf(config));
}

function filesOf({ tls: { certFile = '', keyFile = '' } }: Config) {
  return { certFile, keyFile };
}
