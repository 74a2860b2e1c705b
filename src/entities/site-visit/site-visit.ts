import type { Narrowed, Row } from '@/lib/rows';

export const VISIT_KINDS = ['visitor', 'subcontractor'] as const;
export type VisitKind = (typeof VISIT_KINDS)[number];

export type SiteVisit = Narrowed<
  Row<'site_visits'>,
  {
    kind: VisitKind;
    how_in: 'kiosk' | 'qr' | 'office' | 'foreman';
    how_out: 'kiosk' | 'qr' | 'office' | 'foreman' | 'automatic' | null;
  }
>;

/** As somebody types it. */
export interface TypedVisit {
  kind: VisitKind;
  name: string;
  company: string;
  trade: string;
  headcount: string;
  visiting: string;
  phone: string;
  plate: string;
  agreed: boolean;
}

export const EMPTY_VISIT: TypedVisit = {
  kind: 'visitor',
  name: '',
  company: '',
  trade: '',
  headcount: '1',
  visiting: '',
  phone: '',
  plate: '',
  agreed: false,
};

/** As the functions that sign in take it. */
export interface VisitInput {
  id: string;
  kind: VisitKind;
  name: string;
  company_name: string;
  trade: string;
  headcount: number;
  visiting: string;
  phone: string;
  plate: string;
  agreed: boolean;
  happened_at: string;
}

/** Seconds on site of everyone who came along; null: they are there, or nobody knows when they left. */
export function visitSeconds({
  signed_in_at,
  signed_out_at,
  headcount,
}: Pick<SiteVisit, 'signed_in_at' | 'signed_out_at' | 'headcount'>): number | null {
  if (!signed_out_at) return null;
  return (headcount * (Date.parse(signed_out_at) - Date.parse(signed_in_at))) / 1000;
}
