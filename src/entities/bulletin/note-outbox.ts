import { createOutbox } from '@/lib/outbox';
import { supabase } from '@/lib/supabase';

export type BulletinAction = 'read' | 'acknowledge' | 'postpone';

/** What a reader did with a bulletin, in the language it was shown in. */
export interface BulletinNote {
  employeeId: string;
  id: string;
  action: BulletinAction;
  language: string;
}

export const noteOutbox = createOutbox<BulletinNote>(
  'chalkline.bulletin-notes',
  ({ id, action, language }) =>
    supabase().rpc(`${action}_bulletin`, { bulletin_id_param: id, language_param: language }),
);
