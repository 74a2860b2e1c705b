/** Texts in the format of general decisions, with numbers and rates of our own. */

const CLOSING = `WELDERS - Receive rate prescribed for craft performing
operation to which welding is incidental.

================================================================

Note: Executive Order (EO) 13706, Establishing Paid Sick Leave
for Federal Contractors applies to all contracts subject to the
Davis-Bacon Act for which the contract is awarded on or after
January 1, 2017.

Unlisted classifications needed for work not included within
the scope of the classifications listed may be added after
award only as provided in the labor standards contract clauses
(29CFR 5.5 (a) (1) (iii)).

----------------------------------------------------------------

The body of each wage determination lists the classifications
and wage rates that have been found to be prevailing for the
type(s) of construction and geographic area covered.

Union Rate Identifiers

A four-letter identifier beginning with characters other than
""SU"", ""UAVG"", ?SA?, or ?SC? denotes that a union rate was
prevailing for that classification in the survey. Example:
PLUM0198-005 07/01/2026. PLUM is an identifier of the union.

Survey Rate Identifiers

The ""SU"" identifier indicates that either a single non-union
rate prevailed or the rate was based on an average.

----------------------------------------------------------------

                   WAGE DETERMINATION APPEALS PROCESS

1) Has there been an initial decision in the matter? This can
be:

        a) a survey underlying a wage determination
        b) an existing published wage determination

================================================================

          END OF GENERAL DECISION"`;

/** Union and survey rates, percentages, footnotes, wrapped names, the table of the executive orders. */
export const BUILDING = `"General Decision Number: VA20260195 07/31/2026

Superseded General Decision Number: VA20250195

State: Virginia

Construction Type: Building

County: Fairfax County in Virginia.

BUILDING CONSTRUCTION PROJECTS (does not include single family
homes or apartments up to and including 4 stories).

Note: Contracts subject to the Davis-Bacon Act are generally
required to pay at least the applicable minimum wage rate
required under Executive Order 13658.
 ______________________________________________________________
|If the contract was awarded on|. Executive Order 13658       |
|or between January 1, 2015 and|  generally applies to the    |
|January 29, 2022:             |  contract.                   |
|______________________________|_____________________________|

The applicable Executive Order minimum wage rate will be
adjusted annually.

Modification Number     Publication Date
          0              01/02/2026
          1              03/13/2026
          2              07/31/2026

 ELEC0080-011 06/01/2026

                                  Rates          Fringes

ELECTRICIAN......................$ 34.15            16.70
----------------------------------------------------------------
 ELEV0010-003 01/01/2026

                                  Rates          Fringes

ELEVATOR MECHANIC................$ 53.59        38.435+a+b

FOOTNOTES:
   a. PAID HOLIDAYS: New Year's Day, Memorial Day, Independence
      Day, Labor Day and Christmas Day.
   b. VACATION: Employer contributes 8% of the basic hourly rate
      for 5 years or more of service.
----------------------------------------------------------------
*ENGI0147-020 05/01/2026

                                  Rates          Fringes

POWER EQUIPMENT OPERATOR:
     Cranes
      90 tons and over...........$ 32.63         9%+11.05
      Under 90 tons..............$ 30.05         9%+11.05
     Forklift....................$ 24.40            10.95
----------------------------------------------------------------
 IRON0005-012 06/01/2026

                                  Rates          Fringes

IRONWORKER, REINFORCING AND
STRUCTURAL.......................$ 35.40            24.13
----------------------------------------------------------------
 SUVA2016-080 07/02/2018

                                  Rates          Fringes

CARPENTER (Drywall Hanging
Only)............................$ 21.07             3.76

LABORER:  Common or General......$ 12.96 **          1.45

LABORER:  Mason Tender -
Cement/Concrete..................$ 15.29             3.20

PAINTER (Brush and Roller).......$ 17.50

TRUCK DRIVER:  Dump Truck........$ 16.05             0.00
----------------------------------------------------------------

${CLOSING}
`;

/** Groups that are explained below, zones with adders, areas of counties, a rate per day. */
export const HEAVY = `General Decision Number: WA20260003 02/06/2026

Superseded General Decision Number: WA20250003

State: Washington

Construction Types: Heavy and
Highway

Counties: Adams, Asotin, Columbia, Douglas and Garfield
Counties in Washington.

HEAVY CONSTRUCTION PROJECTS

Modification Number     Publication Date
          0              01/02/2026
          1              02/06/2026

 CARP0001-007 06/01/2025

DOUGLAS COUNTY WHICH LIES WEST OF THE 120TH MERIDIAN

                                  Rates          Fringes

Carpenters:
     ADAMS, COLUMBIA, AND
     DOUGLAS COUNTIES
     CARPENTERS/INSULATION
     APPLICATOR..................$ 45.68            19.30
     MILLWRIGHTS.................$ 47.18            19.30
     ASOTIN AND GARFIELD COUNTIES
     CARPENTERS..................$ 44.01            19.30

ZONE PAY:
ZONE DIFFERENTIAL (Add to Zone 1 rates):
Zone 2 - $2.00
Zone 3 - $4.00

Zone 1: 0-45 radius miles from the main post office
Zone 2: 45-100 radius miles from the main post office
Zone 3: Over 100 radius miles from the main post office

----------------------------------------------------------------
 CARP0409-002 07/01/2025

                                  Rates          Fringes

Diver
     (1) Wet.....................$ 857.44            18.47
     (2) Standby.................$ 428.72            18.47

Amounts in 'Rates' column are per day

----------------------------------------------------------------
 ENGI0370-006 07/01/2025

                                  Rates          Fringes

POWER EQUIPMENT OPERATOR
     GROUP 1A....................$ 36.92            21.27
     GROUP 1.....................$ 37.47            21.27
     GROUP 2.....................$ 37.79            21.27

ZONE DIFFERENTIAL (Add to Zone 1 rate): Zone 2 - $2.00

POWER EQUIPMENT OPERATORS CLASSIFICATIONS

GROUP 1A: Boat Operator; Crush Feeder; Oiler

GROUP 1: Bit Grinders; Bolt Threading Machine; Compressors
 (under 2000 CFM, gas, diesel, or electric power)

GROUP 2: A-frame Truck (single drum)

HAZMAT: Anyone working on a hazmat job shall receive $1.00 per
hour above the classification.

----------------------------------------------------------------
 UAVG-WA-0010 01/01/2026

                                  Rates          Fringes

PLUMBER..........................$ 51.07            29.88
----------------------------------------------------------------
 SAWA2026-007 01/01/2026

                                  Rates          Fringes

TRUCK DRIVER
     Articulated
     Truck.......................$ 41.50            17.11
     Low Boy.....................$ 40.10        28%+4.75+a

     a. Workers take off 2 hours with pay on election days.
----------------------------------------------------------------

${CLOSING}
`;

/** What long decisions have: wrapped headings, lists of groups for two crafts, zones between rates, scopes. */
export const HIGHWAY = `CA20260021 MOD  4  LAST MODIFICATION CA21
****THIS WAGE DETERMINATION WAS ACTIVE AS OF THE END OF YEAR****
General Decision Number: CA20260021 03/20/2026

State: California

Construction Types: Building, Heavy (Heavy and Dredging),
Highway and Residential

County: Alpine County in California.
Includes the independent city of Nowhere*

HIGHWAY CONSTRUCTION PROJECTS; RESIDENTIAL CONSTRUCTION PROJECTS
(consisting of single family homes)

Additional information on contractor requirements and worker
protections under the Executive Orders is available at
http://www.dol.gov/whd/govcontracts.

Modification Number     Publication Date
          0             01/02/2026
          4             03/20/2026

 CARP0213-003 07/01/2025

                                  Rates          Fringes

Drywall
     (1) Work on wood framed
     construction of single
     family residences
      Drywall Installer/Lather...$ 32.14            16.28
      Drywall Stocker/Scrapper...$ 22.16             8.62
CARPENTER
     (1)  Bridge.................$ 51.53            16.28
     (2)  Residential
     Insulation Installer........$ 24.16            15.76
PILEDRIVERMAN....................$ 51.60            16.28
----------------------------------------------------------------
 ELEC0569-004 06/03/2025

Work on street lighting; traffic signals; and underground
systems outside of buildings

                                  Rates          Fringes

Electricians: (All Other
Work, Including 4 Stories
Residential)
     Cable Splicer...............$ 53.60            17.64
     Electrician.................$ 52.85              43%
  SCOPE OF WORK Assembly, installation, operation, service and
  maintenance of components or systems.  All of the above shall
  include the installation and transmission over fiber optics.

STREET LIGHT & TRAFFIC SIGNAL WORK:

  UTILITY TECHNICIAN #1: Installation of street lights and
  traffic signals, including electrical circuitry.

  HOLIDAYS: New Year's Day, Memorial Day, Labor Day

----------------------------------------------------------------
 ENGI0012-024 07/01/2025

                                  Rates          Fringes

OPERATOR:  Power Equipment
(All Other Work)
     GROUP  1....................$ 53.90            32.80
     GROUP  2....................$ 54.68            32.80
OPERATOR:  Power Equipment
(Cranes, Piledriving &
Hoisting)
     GROUP  1....................$ 55.25            32.80

PREMIUM PAY:
  $10.00 per hour shall be paid on all Power Equipment Operator
  work on the following bases: China Lake, Fort Irwin

  Workers required to suit up and work in a hazardous material
  environment: $2.00 per hour additional.

SEE ZONE DEFINITIONS AFTER CLASSIFICATIONS

POWER EQUIPMENT OPERATORS CLASSIFICATIONS

  GROUP 1: Bargeman; Brakeman; Compressor operator

  GROUP 2: Concrete mixer operator (operating a second piece:
  $1.00 per hour additional)

CRANES, PILEDRIVING AND HOISTING EQUIPMENT CLASSIFICATIONS

  GROUP 1: Engineer oiler; Fork lift operator

$4.00 additional per hour at the following locations:

Army Defense Language Institute - Monterey, Fallon Air Base,
Naval Post Graduate School - Monterey

----------------------------------------------------------------
*  SUCA1986-001 06/01/1986

                                  Rates          Fringes

  Boilermaker....................$ 21.60             4.25
  Line Construction
     DEL NORTE COUNTY:
      Cable splicer..............$ 20.63        3.5%+3.25
     LAKE AND MENDOCINO COUNTIES:
      Cable splicer..............$ 25.14          3%+4.74
  ZONE DIFFERENTIAL:
  Add to Zone 1 Base rate:         ZONE 2 - $2.40
  ZONE 3 - $3.15
  Marble Finisher
     Humboldt, Lake & Mendocino
       Counties..................$ 15.22             3.92
  Power equipment operators:
  (AREA 2: $2.00 Premium of
  Area 1)
     AREA 1:
      GROUP 1....................$ 24.17             9.70
  Soft Floor Layer
     Lake & Mendocino............$ 18.73                b

FOOTNOTES:
  b. $7.47 for employees who have worked less than 5 years;
  $7.62 for employees who have worked 5 years or more.

 DEL NORTE COUNTY:
  AREA 1:  All of Del Norte County lying within Township 13N.
AREA 2: Remainder of county.

DEL NORTE COUNTY ZONES :

  ZONE 1: 0-3 miles radius from the geographical center
ZONE 2: 3-20 miles radius

----------------------------------------------------------------
 SUCA2013-008 07/31/2015

                                  Rates          Fringes

OPERATOR:
Backhoe/Excavator/Trackhoe.......$ 20.26             8.62

OPERATOR:  Grader/Blade..........$ 21.50             0.00

PAINTER (Brush and Roller).......$ 17.20             0.00
----------------------------------------------------------------

${CLOSING}
`;
