import { deviceName } from '@/lib/device-name';
import { text } from '@/lib/translation';

/** Not among the DOM's types: Chromium only. */
interface WithAgentData {
  userAgentData?: { platform?: string };
}

/** What the list of devices calls this one until its owner renames it: `Chrome · Android`. */
export function thisDeviceName(): string {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad calls itself a Mac.
  const agent = /Macintosh/.test(userAgent) && maxTouchPoints > 1 ? `${userAgent} iPad` : userAgent;
  const platform = (navigator as WithAgentData).userAgentData?.platform;
  return deviceName(agent) ?? platform ?? text('push:device.unnamed');
}
