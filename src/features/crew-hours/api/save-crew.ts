import { saveChanges } from '@/entities/edit/save-changes';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

function useCrewWrite<Input>(write: (input: Input) => Promise<unknown>) {
  return useWrite({ send: write, stale: [queryKeys.crews] });
}

export const useAddCrew = (companyId: string) =>
  useCrewWrite(async (name: string) =>
    unwrap(await supabase().from('crews').insert({ id: uuidv7(), company_id: companyId, name })),
  );

interface CrewOnScreen {
  id: string;
  foreman_id: string | null;
}

export const useSetForeman = (companyId: string) =>
  useCrewWrite(({ crew, foremanId }: { crew: CrewOnScreen; foremanId: string | null }) =>
    saveChanges({
      table: 'crews',
      key: { company_id: companyId, id: crew.id },
      after: { foreman_id: foremanId },
      before: crew,
    }),
  );

export interface Membership {
  crewId: string;
  employeeId: string;
  today: IsoDate;
}

export const useAddMember = (companyId: string) =>
  useCrewWrite(async ({ crewId, employeeId, today }: Membership) =>
    unwrap(
      await supabase().from('crew_members').insert({
        id: uuidv7(),
        company_id: companyId,
        crew_id: crewId,
        employee_id: employeeId,
        from_date: today,
      }),
    ),
  );

/** Who joined today was added by mistake; everyone else stays in the history up to yesterday. */
export const useEndMembership = (companyId: string) =>
  useCrewWrite(async ({ id, until }: { id: string; until: IsoDate | null }) => {
    const table = supabase().from('crew_members');
    unwrap(
      until
        ? await table.update({ to_date: until }).eq('company_id', companyId).eq('id', id)
        : await table.delete().eq('company_id', companyId).eq('id', id),
    );
  });
