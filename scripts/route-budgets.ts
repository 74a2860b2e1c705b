/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens. Entries of a new module in menu, router and queue cost each about a third of a
 * kilobyte; nothing else may.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 162,
  '/': 246,
  '/time-tracker': 242,
  '/crew': 237,
  '/breaks': 234,
  '/crew-hours': 240,
  '/equipment': 235,
  '/my-status': 257,
  '/scheduling': 282,
  '/scheduling/time-off': 246,
  '/expenses': 240,
  '/projects': 258,
  '/settings': 264,
  '/public-work': 230,
  '/safety': 233,
  '/site-sign-in': 244,
  '/forms': 233,
  '/forms/fill': 250,
  '/tickets': 238,
  '/tickets/office': 233,
  '/payroll': 268,
  '/employees': 246,
  '/cost-codes': 265,
  '/budgets': 279,
  '/bulletin': 241,
  '/documents': 272,
  '/verification': 250,
  '/field-reports': 243,
  '/progress': 256,
  '/photos': 252,
  '/map': 246,
  '/activity-reports': 259,
  '/management': 261,
  '/activity-reports/system': 244,
  '/management/import': 266,
  '/help': 230,
};
