/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens. Entries of a new module in menu, router and queue cost each about a third of a
 * kilobyte; nothing else may.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 160,
  '/': 242,
  '/time-tracker': 237,
  '/crew': 235,
  '/breaks': 233,
  '/crew-hours': 238,
  '/equipment': 232,
  '/my-status': 253,
  '/scheduling': 278,
  '/scheduling/time-off': 243,
  '/expenses': 237,
  '/projects': 260,
  '/settings': 260,
  '/public-work': 226,
  '/safety': 232,
  '/tickets': 235,
  '/tickets/office': 229,
  '/payroll': 264,
  '/employees': 247,
  '/cost-codes': 265,
  '/budgets': 278,
  '/bulletin': 239,
  '/documents': 269,
  '/verification': 247,
  '/field-reports': 240,
  '/progress': 258,
  '/photos': 250,
  '/map': 243,
  '/activity-reports': 256,
  '/management': 258,
  '/activity-reports/system': 241,
  '/management/import': 263,
  '/help': 227,
};
