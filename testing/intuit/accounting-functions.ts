import { accountingFunctions } from '../../server/accounting/accounting-store.ts';
import { readProject } from '../../server/config.ts';

/** As supabase/config.toml names them. */
export function projectAccounting() {
  const functions = accountingFunctions({ project: readProject('supabase') });
  if (!functions) throw new Error('config.toml names no functions for accounting');
  return functions;
}
