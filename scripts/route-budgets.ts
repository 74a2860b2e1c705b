/**
 * Kilobytes (brotli) of scripts and styles that each address may load before it can be used; `/` is the
 * dashboard. Checked by e2e/weight.spec.ts. They may only go down: what an address does not show at first
 * is loaded when it opens. Entries of a new module in menu, router and queue cost each about a third of a
 * kilobyte; nothing else may.
 */
export const ROUTE_BUDGETS: Readonly<Record<string, number>> = {
  '/auth/login': 154,
  '/': 238,
  '/time-tracker': 234,
  '/crew': 229,
  '/breaks': 226,
  '/crew-hours': 232,
  '/equipment': 227,
  '/my-status': 249,
  '/scheduling': 274,
  '/scheduling/time-off': 238,
  '/expenses': 232,
  '/projects': 250,
  '/settings': 256,
  '/public-work': 222,
  '/safety': 225,
  '/site-sign-in': 236,
  '/forms': 225,
  '/forms/fill': 242,
  '/tickets': 230,
  '/tickets/office': 224,
  '/payroll': 260,
  '/employees': 238,
  '/cost-codes': 257,
  '/budgets': 271,
  '/bulletin': 233,
  '/documents': 264,
  '/verification': 242,
  '/field-reports': 235,
  '/progress': 248,
  '/photos': 244,
  '/map': 238,
  '/activity-reports': 251,
  '/management': 253,
  '/activity-reports/system': 236,
  '/management/import': 258,
  '/help': 222,
};
