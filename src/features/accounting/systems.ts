/** Systems that approved time goes to by itself. */
export const SYSTEMS = ['quickbooks_online', 'quickbooks_desktop', 'adp', 'paychex'] as const;
export type System = (typeof SYSTEMS)[number];

/** Names of products are the same in every language. */
export const SYSTEM_NAMES: Readonly<Record<System, string>> = {
  quickbooks_online: 'QuickBooks Online',
  quickbooks_desktop: 'QuickBooks Desktop',
  adp: 'ADP Workforce Now',
  paychex: 'Paychex Flex',
};
