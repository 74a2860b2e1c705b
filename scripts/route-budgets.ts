/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens. Entries of a new module in menu, router and queue cost each about a third of a
 * kilobyte; nothing else may.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 150,
  '/': 235,
  '/time-tracker': 231,
  '/crew': 236,
  '/breaks': 223,
  '/crew-hours': 230,
  '/equipment': 226,
  '/my-status': 243,
  '/scheduling': 272,
  '/scheduling/time-off': 236,
  '/expenses': 230,
  '/projects': 248,
  '/settings': 255,
  '/public-work': 219,
  '/safety': 225,
  '/site-sign-in': 234,
  '/forms': 222,
  '/forms/fill': 242,
  '/tickets': 229,
  '/tickets/office': 222,
  '/payroll': 259,
  '/employees': 235,
  '/cost-codes': 255,
  '/budgets': 269,
  '/bulletin': 231,
  '/documents': 262,
  '/verification': 241,
  '/field-reports': 234,
  '/progress': 247,
  '/photos': 243,
  '/map': 237,
  '/activity-reports': 249,
  '/management': 251,
  '/activity-reports/system': 233,
  '/management/import': 256,
  '/help': 220,
};
