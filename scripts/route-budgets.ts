/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 159,
  '/': 242,
  '/time-tracker': 237,
  '/crew': 235,
  '/breaks': 233,
  '/crew-hours': 239,
  '/equipment': 233,
  '/my-status': 253,
  '/scheduling': 279,
  '/scheduling/time-off': 243,
  '/expenses': 240,
  '/projects': 259,
  '/settings': 259,
  '/public-work': 227,
  '/tickets/office': 245,
  '/payroll': 263,
  '/employees': 247,
  '/cost-codes': 265,
  '/budgets': 278,
  '/bulletin': 239,
  '/documents': 269,
  '/verification': 247,
  '/field-reports': 241,
  '/progress': 259,
  '/photos': 250,
  '/map': 243,
  '/activity-reports': 256,
  '/management': 258,
  '/activity-reports/system': 241,
  '/management/import': 259,
  '/help': 227,
};
