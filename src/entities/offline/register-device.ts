import { deviceId } from '@/entities/offline/event-queue';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

const KEY = 'chalkline.device-known';

/** The server believes punches without a signal of a device it has met; asked once per account. */
export async function registerDevice(userId: string): Promise<void> {
  const device = await deviceId();
  const mark = `${userId} ${device}`;
  if (localStorage.getItem(KEY) === mark) return;
  unwrap(await supabase().rpc('register_device', { device_id_param: device }));
  localStorage.setItem(KEY, mark);
}
