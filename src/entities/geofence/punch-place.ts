import type { Narrowed, Row } from '@/lib/rows';

/** Where somebody punched. */
export type PunchPlace = Narrowed<
  Pick<
    Row<'punch_locations'>,
    | 'id'
    | 'moment'
    | 'punched_at'
    | 'latitude'
    | 'longitude'
    | 'accuracy_m'
    | 'fix_age_s'
    | 'inside'
    | 'edge_m'
  >,
  { moment: 'in' | 'out' | 'switch' }
>;
