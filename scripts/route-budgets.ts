/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens. Entries of a new module in menu, router and queue cost each about a third of a
 * kilobyte; nothing else may.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 153,
  '/': 236,
  '/time-tracker': 232,
  '/crew': 228,
  '/breaks': 224,
  '/crew-hours': 231,
  '/equipment': 225,
  '/my-status': 244,
  '/scheduling': 273,
  '/scheduling/time-off': 236,
  '/expenses': 230,
  '/projects': 249,
  '/settings': 254,
  '/public-work': 220,
  '/safety': 224,
  '/site-sign-in': 235,
  '/forms': 223,
  '/forms/fill': 241,
  '/tickets': 228,
  '/tickets/office': 223,
  '/payroll': 259,
  '/employees': 236,
  '/cost-codes': 255,
  '/budgets': 269,
  '/bulletin': 232,
  '/documents': 263,
  '/verification': 240,
  '/field-reports': 234,
  '/progress': 246,
  '/photos': 242,
  '/map': 237,
  '/activity-reports': 250,
  '/management': 251,
  '/activity-reports/system': 234,
  '/management/import': 256,
  '/help': 221,
};
