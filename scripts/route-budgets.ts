/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens. Entries of a new module in menu, router and queue cost each about a third of a
 * kilobyte; nothing else may.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 160,
  '/': 244,
  '/time-tracker': 239,
  '/crew': 237,
  '/breaks': 234,
  '/crew-hours': 240,
  '/equipment': 234,
  '/my-status': 255,
  '/scheduling': 280,
  '/scheduling/time-off': 245,
  '/expenses': 240,
  '/projects': 261,
  '/settings': 261,
  '/public-work': 228,
  '/tickets': 240,
  '/tickets/office': 245,
  '/payroll': 265,
  '/employees': 248,
  '/cost-codes': 266,
  '/budgets': 280,
  '/bulletin': 240,
  '/documents': 271,
  '/verification': 249,
  '/field-reports': 242,
  '/progress': 260,
  '/photos': 251,
  '/map': 245,
  '/activity-reports': 258,
  '/management': 259,
  '/activity-reports/system': 243,
  '/management/import': 265,
  '/help': 228,
};
