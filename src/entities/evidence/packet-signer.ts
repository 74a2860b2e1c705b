import type { PacketSigner } from '@/entities/evidence/make-packet';
import type { Signed, SignedRoot } from '@/entities/evidence/packet-format';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

/** Servers sign within a second; a hosted project never does. */
const WAIT_MILLISECONDS = 15_000;
const ASK_EVERY_MILLISECONDS = 300;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The signature once it is made; null where nobody makes one. */
async function signatureOf(id: string, signal?: AbortSignal): Promise<Signed | null> {
  for (const start = performance.now(); performance.now() - start < WAIT_MILLISECONDS; ) {
    signal?.throwIfAborted();
    const answer = unwrap(await supabase().rpc('signature_of', { id_param: id }));
    if (answer) {
      const { signed_text, signature, key_id } = answer as unknown as SignedRoot;
      return { text: signed_text, signature, key_id };
    }
    await pause(ASK_EVERY_MILLISECONDS);
  }
  return null;
}

/** Has the installation sign what a packet of this id contains; that it was made is recorded with it. */
export function packetSigner(packetId: string, signal?: AbortSignal): PacketSigner {
  return {
    data: async () => {
      const id = unwrap(await supabase().rpc('sign_packet_data', { packet_id_param: packetId }));
      return signatureOf(id, signal);
    },
    manifest: async (sha256) => {
      const id = unwrap(
        await supabase().rpc('finish_packet', {
          packet_id_param: packetId,
          manifest_sha256_param: sha256,
        }),
      );
      return signatureOf(id, signal);
    },
  };
}
