/** Texts in the format of the Director of Industrial Relations, with numbers and rates of our own. */

export const BY_CRAFT = `GENERAL PREVAILING WAGE DETERMINATION MADE BY THE DIRECTOR OF INDUSTRIAL RELATIONS
PURSUANT TO CALIFORNIA LABOR CODE PART 7, CHAPTER 1, ARTICLE 2, SECTIONS
1770, 1773 AND 1773.1

FOR COMMERCIAL BUILDING, HIGHWAY, HEAVY CONSTRUCTION AND DREDGING PROJECTS

CRAFT: # BOILERMAKER-BLACKSMITH

DETERMINATION: C-14-X-2-2026-2
ISSUE DATE: August 22, 2026
EXPIRATION DATE OF DETERMINATION: June 30, 2027** The rate to be paid for work performed after this
date has been determined. If work will extend past this date, the new rate must be paid.

LOCALITY: All localities within the State of California

                              Employer Payments                      Straight-Time        Overtime Hourly Rate
CLASSIFICATION     Basic   Health   Pension  Vacation/ Training Other   Hours Total   Daily   Saturday  Sunday/
(Journeyperson)    Hourly  and               Holiday            Payments      Hourly                    Holiday
                   Rate    Welfare                                            Rate    1 1/2X  1 1/2X    2X

a AREA 1
Boilermaker-Blacksmith  $44.07  $8.57  b$17.55  b$3.50  $3.90  $0.49  8  $78.08  c$100.115  c$100.115  $122.15

a AREA 2
Boilermaker-
Blacksmith  $45.12  $8.57  b$21.30  b$4.00  $4.40  $0.49  8  $83.88  c$106.44  c$106.44  $129.00
____________________________

# Indicates an apprenticeable craft. Rates for apprentices are on the website of the department.
a AREA 1 - Alameda, Contra Costa and Marin Counties. AREA 2 - all other counties.
b Pension and vacation are paid on all hours worked.
c Rate applies to the first 2 daily overtime hours and the first 8 hours on Saturday; all other time
is paid at the Sunday and holiday overtime hourly rate.

PREDETERMINED INCREASE: Effective July 1, 2027 there will be an increase of $1.50 to Basic Hourly Rate
and $0.75 to Pension.

Effective July 1, 2028 there will be an increase of $2.50 to be allocated to wages and/or employer
payments.

RECOGNIZED HOLIDAYS: Holidays upon which the general prevailing hourly wage rate for Holiday work
shall be paid, shall be all holidays in the collective bargaining agreement.

TRAVEL AND/OR SUBSISTENCE PAYMENT: Contractors shall make travel and/or subsistence payments.
`;

const row = (...cells: string[]): string => cells.join('\t');

/** By county, copied from the web page: a tab between cells, footnotes in columns of their own. */
export const BY_COUNTY = [
  'GENERAL PREVAILING WAGE DETERMINATION MADE BY THE DIRECTOR OF INDUSTRIAL RELATIONS',
  '',
  'LOCALITY: AMADOR COUNTY',
  '',
  'DETERMINATION: AMA-2026-2',
  '',
  row(
    'CRAFT CLASSIFICATION',
    'CRAFT FOOTNOTE',
    'ISSUE DATE',
    'EXPIRATION DATE',
    'BASIC HOURLY RATE',
  ),
  row(
    ...['#BRICKLAYER, STONEMASON', '', '08/22/2026', '06/30/2027**', '$54.000', 'A', '$10.750', ''],
    ...[
      '$11.220',
      '',
      '$0.000',
      'B',
      '$1.510',
      '',
      '$0.430',
      '',
      '8.0',
      'C',
      '$77.910',
      '$104.910',
    ],
    ...['', '$104.910', 'D', '$131.910', '', 'HolidaysScope of WorkTravel & Subsistence'],
  ),
  row(
    ...['DRIVER (ON/OFF-HAULING)', '', '08/22/2026', '02/21/2027*', '$31.000', '', '$4.000', ''],
    ...['$0.000', '', '$1.250', '', '$0.000', '', '$0.000', '', '8.0', '', '$36.250', '$51.750'],
    ...['', '$51.750', '', '$51.750', '', 'Holidays', 'Scope of Work', 'Travel & Subsistence'],
  ),
  row(
    ...['TREE TRIMMER', '', '08/22/2026', '02/21/2027*', '$22.000', '', '$4.000', '', '$1.000', ''],
    ...[
      '$0.000',
      '',
      '$0.000',
      '',
      '$0.000',
      '',
      '8.0',
      '',
      '$29.000',
      '$40.000',
      '',
      '$40.000',
      '',
    ],
    ...['$51.000', ''],
  ),
  '',
  'A Includes an amount withheld for dues.',
  'B Included in the basic hourly rate.',
  'C All work over 8 hours is overtime.',
  'D Rate applies to the first 8 hours.',
].join('\r\n');
