import { useTranslation } from '@/lib/use-translation';

/** What a company named itself, with a second name for those who work in Spanish. */
export interface OwnName {
  name: string;
  name_es?: string | null;
}

/** The name in the viewer's language. */
export function useOwnName(): (row: OwnName) => string {
  const { language } = useTranslation();
  return ({ name, name_es }) => (language === 'es' && name_es) || name;
}

const asNamed = <Named extends OwnName>(rows: Named[]): Named[] => rows;
const inSpanish = <Named extends OwnName>(rows: Named[]): Named[] =>
  rows.map((row) => (row.name_es ? { ...row, name: row.name_es, name_es: row.name } : row));

/** For the `select` of a query whose names are shown: the other name stays in `name_es`, to be searched. */
export function useOwnNames<Named extends OwnName>(): (rows: Named[]) => Named[] {
  return useTranslation().language === 'es' ? inSpanish : asNamed;
}
