import type { IsoDate } from '@/lib/format';

/** A class of work on a public project, without what it pays. */
export interface Classification {
  project_id: string;
  classification_id: string;
  code: string;
  name: string;
  name_es: string | null;
  determination_number: string;
  valid_from: IsoDate;
  /** The last day; null while it goes on. */
  valid_to: IsoDate | null;
}

/** What the database fills in where nobody chose: of a cost code, or usual for a person. */
export interface ClassificationDefault {
  project_id: string;
  cost_code_id: string | null;
  employee_id: string | null;
  classification_id: string;
  /** Of a person: since when. */
  from_date: IsoDate | null;
}

export interface Classifications {
  classes: Classification[];
  defaults: ClassificationDefault[];
}
