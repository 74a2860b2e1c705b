import { deviceId } from '@/entities/offline/event-queue';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

const REGISTERED_KEY = 'chalkline.device-registered';

/** Makes this device known while there is a signal, once per account: its later punches are believed. */
export async function registerDevice(userId: string): Promise<void> {
  if (localStorage.getItem(REGISTERED_KEY) === userId) return;
  const device_id_param = await deviceId();
  unwrap(await supabase().rpc('register_device', { device_id_param }));
  localStorage.setItem(REGISTERED_KEY, userId);
}
