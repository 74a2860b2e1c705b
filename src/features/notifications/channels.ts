/** How a notification leaves the app; the bell inside it shows all of them. */
export const CHANNELS = ['push', 'mail', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];
