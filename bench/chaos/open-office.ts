import type { Sql } from '../../server/database/sql/sql.ts';
import type { Channels } from './channels.ts';
import { FieldWork } from './field-work.ts';
import { impossibleStates } from './impossible-states.ts';
import type { Ledger } from './ledger.ts';
import type { HeadersFor } from './lines.ts';
import { Office } from './office.ts';
import { Revocations } from './revocations.ts';
import { seedField } from './seed-field.ts';
import { seedOffice } from './seed-office.ts';

interface Surroundings {
  readonly url: string;
  readonly sql: Sql;
  readonly ledger: Ledger;
  readonly channels: Channels;
  readonly headersFor: HeadersFor;
}

/** All the work beside the clock. */
export interface OpenOffice {
  goHome(): Promise<void>;
  /** After everyone went home and so many kills: what was not told, told twice or cannot be. */
  compare(kills: number): Promise<string[]>;
}

export async function openOffice(surroundings: Surroundings): Promise<OpenOffice> {
  const { url, sql, ledger, channels, headersFor } = surroundings;
  await channels.subscribe(url, sql);
  const desk = await seedOffice(sql, headersFor);
  const crew = await seedField(sql, headersFor);
  const lines = [
    new Office(url, desk, ledger),
    new FieldWork(url, crew, ledger, sql),
    new Revocations(url, crew, ledger),
  ];
  return {
    async goHome() {
      await Promise.all(lines.map((line) => line.goHome()));
    },
    async compare(kills) {
      return [...(await channels.compare(sql, kills)), ...(await impossibleStates(sql))];
    },
  };
}
