import { ALGORITHM, SIGNING } from '@/entities/signed-timesheet/check-signature';
import { deviceName } from '@/lib/device-name';
import { changeOnDisk, readStored } from '@/lib/device-store';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { supabase } from '@/lib/supabase';

/** Plain HTTP has no WebCrypto: signing goes on without a key, and says so. */
export const canSignOnDevice = (): boolean => Boolean(globalThis.crypto.subtle);

const placeOf = (userId: string): string => `device-key ${userId}`;

/** One for each account: two people who share a device have two keys. */
async function keyPairOf(userId: string, isNew: boolean): Promise<CryptoKeyPair> {
  const stored = await readStored<CryptoKeyPair>(placeOf(userId));
  if (stored && !isNew) return stored;
  const made = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  // Two tabs at once: what the disk has counts.
  return changeOnDisk<CryptoKeyPair>(placeOf(userId), (before) =>
    before && !isNew ? before : made,
  );
}

async function publicKeyOf({ publicKey }: CryptoKeyPair) {
  const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return { crv, kty, x, y };
}

async function register(pair: CryptoKeyPair): Promise<string> {
  return unwrap(
    await supabase().rpc('register_device_key', {
      public_key_param: asJson(await publicKeyOf(pair)),
      device_name_param: deviceName(navigator.userAgent) ?? '',
    }),
  );
}

export interface DeviceKey {
  id: string;
  sign: (text: string) => Promise<string>;
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** The key this device signs with for this account, made and registered when it first signs. */
export async function openDeviceKey(userId: string): Promise<DeviceKey> {
  let pair = await keyPairOf(userId, false);
  let id: string;
  try {
    id = await register(pair);
  } catch (cause) {
    // Ended as lost, and found again: a new key, which the list shows.
    if ((cause as { code?: string }).code !== 'device_key_ended') throw cause;
    pair = await keyPairOf(userId, true);
    id = await register(pair);
  }
  const { privateKey } = pair;
  return {
    id,
    sign: async (text) =>
      base64(await crypto.subtle.sign(SIGNING, privateKey, new TextEncoder().encode(text))),
  };
}
