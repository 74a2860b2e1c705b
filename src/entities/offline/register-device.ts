import { deviceId } from '@/entities/offline/event-queue';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { keyInCompany } from '@/lib/token-company';

const REGISTERED_KEY = 'chalkline.device-registered';

/** Makes this device known while there is a signal, once per account and company: its later punches are believed. */
export async function registerDevice(userId: string): Promise<void> {
  const account = keyInCompany(userId, userId);
  if (localStorage.getItem(REGISTERED_KEY) === account) return;
  const device_id_param = await deviceId();
  unwrap(await supabase().rpc('register_device', { device_id_param }));
  localStorage.setItem(REGISTERED_KEY, account);
}
