/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens. Entries of a new module in menu, router and queue cost each about a third of a
 * kilobyte; nothing else may.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 161,
  '/': 245,
  '/time-tracker': 241,
  '/crew': 237,
  '/breaks': 233,
  '/crew-hours': 240,
  '/equipment': 235,
  '/my-status': 256,
  '/scheduling': 281,
  '/scheduling/time-off': 245,
  '/expenses': 239,
  '/projects': 265,
  '/settings': 264,
  '/public-work': 229,
  '/safety': 233,
  '/site-sign-in': 244,
  '/forms': 232,
  '/forms/fill': 249,
  '/tickets': 237,
  '/tickets/office': 232,
  '/payroll': 267,
  '/employees': 250,
  '/cost-codes': 268,
  '/budgets': 281,
  '/bulletin': 241,
  '/documents': 272,
  '/verification': 249,
  '/field-reports': 243,
  '/progress': 259,
  '/photos': 251,
  '/map': 246,
  '/activity-reports': 259,
  '/management': 260,
  '/activity-reports/system': 243,
  '/management/import': 265,
  '/help': 230,
};
