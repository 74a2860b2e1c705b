import type { Check } from '@/features/public-work/contract/api/queries';

/** The part of the project's page where a check is fixed, by the id of its card. */
const CARDS = {
  contract_missing: 'contract',
  contract_number_missing: 'contract',
  prime_missing: 'contract',
  location_missing: 'contract',
  agency_missing: 'contract',
  cwhssa_unknown: 'contract',
  portal_id_missing: 'contract',
  week_differs: 'contract',
  determination_missing: 'determinations',
  classes_missing: 'determinations',
  modification_missing: 'determinations',
  determination_later: 'determinations',
  class_dropped: 'determinations',
  class_ended: 'codes',
  people_without_class: 'people',
} as const satisfies Partial<Record<Check['code'], string>>;

const isOnCard = (code: Check['code']): code is keyof typeof CARDS => code in CARDS;

export const contractAddress = (projectId: string): string =>
  `/projects?project=${projectId}&tab=public-work`;

/** Where a check is fixed. */
export function placeOf({ code, project_id, first_date }: Check, today: string): string {
  if (isOnCard(code)) return `${contractAddress(project_id)}#${CARDS[code]}`;
  if (code === 'phases_without_contract') return `/projects?project=${project_id}`;
  if (code === 'identity_missing') return '/public-work?tab=facts';
  const period = `period=custom&from=${first_date ?? today}&to=${today}`;
  return `/projects?project=${project_id}&tab=time&${period}`;
}
