import type { Packet } from '@/features/public-work/handoff/packet/packet';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export interface PacketRange {
  projectId: string;
  start: string;
  end: string;
}

/** Everything the answer to an audit is made of; asking is recorded. */
export async function readPacket({ projectId, start, end }: PacketRange): Promise<Packet> {
  return unwrap(
    await supabase().rpc('certified_payroll_packet', {
      project_id_param: projectId,
      start_date_param: start,
      end_date_param: end,
    }),
  ) as unknown as Packet;
}
