/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens. Entries of a new module in menu, router and queue cost each about a third of a
 * kilobyte; nothing else may.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 163,
  '/': 245,
  '/time-tracker': 240,
  '/crew': 238,
  '/breaks': 235,
  '/crew-hours': 241,
  '/equipment': 235,
  '/my-status': 256,
  '/scheduling': 281,
  '/scheduling/time-off': 246,
  '/expenses': 240,
  '/projects': 263,
  '/settings': 262,
  '/public-work': 229,
  '/tickets': 240,
  '/tickets/office': 245,
  '/payroll': 267,
  '/employees': 249,
  '/cost-codes': 267,
  '/budgets': 281,
  '/bulletin': 241,
  '/documents': 272,
  '/verification': 250,
  '/field-reports': 243,
  '/progress': 261,
  '/photos': 252,
  '/map': 246,
  '/activity-reports': 259,
  '/management': 260,
  '/activity-reports/system': 244,
  '/management/import': 266,
  '/help': 229,
};
