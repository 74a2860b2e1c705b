/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens. Entries of a new module in menu, router and queue cost each about a third of a
 * kilobyte; nothing else may.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 161,
  '/': 244,
  '/time-tracker': 240,
  '/crew': 235,
  '/breaks': 233,
  '/crew-hours': 240,
  '/equipment': 235,
  '/my-status': 255,
  '/scheduling': 280,
  '/scheduling/time-off': 245,
  '/expenses': 239,
  '/projects': 264,
  '/settings': 262,
  '/public-work': 228,
  '/safety': 232,
  '/site-sign-in': 245,
  '/forms': 232,
  '/forms/fill': 248,
  '/tickets': 237,
  '/tickets/office': 231,
  '/payroll': 267,
  '/employees': 250,
  '/cost-codes': 267,
  '/budgets': 280,
  '/bulletin': 241,
  '/documents': 271,
  '/verification': 249,
  '/field-reports': 242,
  '/progress': 258,
  '/photos': 251,
  '/map': 245,
  '/activity-reports': 259,
  '/management': 260,
  '/activity-reports/system': 241,
  '/management/import': 265,
  '/help': 228,
};
