import type { Sql } from '../../server/database/sql/sql.ts';
import { as, type Company } from './world.ts';

/** The modification that takes effect here has new rates for the same codes. */
export const MODIFIED_ON = '2026-03-01';

export interface PublicWork {
  readonly project: string;
  /** By code, of the first determination: CARP, LABO, and OPER that ended at the end of February. */
  readonly first: Readonly<Record<string, string>>;
  /** The same by the modification. */
  readonly modified: Readonly<Record<string, string>>;
  /** Stands for CARP on the project. */
  readonly mappedCode: string;
}

/** A public project with a determination and its modification, a mapped cost code, and LABO as the usual class of the employee. */
export async function makePublicWork(sql: Sql, company: Company, name = 'Water plant') {
  return as(sql, company.manager, async (tx): Promise<PublicWork> => {
    const [project] = await tx`insert into projects (name) values (${name}) returning id`;
    const projectId = project?.['id'] as string;
    await tx`insert into public_contracts (project_id) values (${projectId})`;
    const [code] =
      await tx`insert into cost_codes (code, name) values (${name}, 'Forms') returning id`;
    const determination = async (modification: string, effectiveFrom: string) => {
      const [row] =
        await tx`insert into wage_determinations (project_id, number, modification, effective_from)
          values (${projectId}, 'NY20260001', ${modification}, ${effectiveFrom}) returning id`;
      const classes =
        await tx`insert into work_classifications (determination_id, code, name, name_es, base_rate, ends_on)
          select ${row?.['id'] as string}, c.code, c.name, c.name_es, c.base, c.ends_on
          from (values ('CARP', 'Carpenter', 'Carpintero', 40, null), ('LABO', 'Laborer', 'Peón', 30, null),
            ('OPER', 'Operator', 'Operador', 45, date '2026-02-28')) as c (code, name, name_es, base, ends_on)
          returning id, code`;
      return Object.fromEntries(classes.map((row) => [row['code'], row['id'] as string]));
    };
    const first = await determination('0', '2026-01-01');
    const modified = await determination('1', MODIFIED_ON);
    const mappedCode = code?.['id'] as string;
    await tx`insert into cost_code_classifications (project_id, cost_code_id, classification_id)
      values (${projectId}, ${mappedCode}, ${first['CARP'] as string})`;
    await tx`insert into employee_classifications (employee_id, project_id, classification_id, from_date)
      values (${company.employee.employeeId}, ${projectId}, ${first['LABO'] as string}, '2026-01-15')`;
    return { project: projectId, first, modified, mappedCode };
  });
}
