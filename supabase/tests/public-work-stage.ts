import { randomUUID } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';

interface ClassTerms {
  readonly name: string;
  readonly base: number;
  readonly fringe: number;
  readonly craft?: string;
}

/** A project with a contract and a determination of one class for each of these terms, in their order. */
export async function publicProject(
  sql: Sql,
  companyId: string,
  classes: readonly ClassTerms[],
  contract: { regime?: string; top_up?: boolean } = {},
): Promise<{ project: string; classes: string[] }> {
  const project = randomUUID();
  const determination = randomUUID();
  await sql`insert into projects (company_id, id, name) values (${companyId}, ${project}, ${`Public ${project}`})`;
  await sql`insert into public_contracts (company_id, project_id, regime, top_up)
    values (${companyId}, ${project}, ${contract.regime ?? 'federal'}, ${contract.top_up ?? true})`;
  await sql`insert into wage_determinations (company_id, id, project_id, number, effective_from)
    values (${companyId}, ${determination}, ${project}, 'VA20260195', '2026-01-01')`;
  const ids: string[] = [];
  for (const { name, base, fringe, craft } of classes) {
    const id = randomUUID();
    await sql`insert into work_classifications (company_id, id, determination_id, code, name, craft, base_rate, fringe_rate)
      values (${companyId}, ${id}, ${determination}, ${name}, ${name}, ${craft ?? null}, ${base}, ${fringe})`;
    ids.push(id);
  }
  return { project, classes: ids };
}
