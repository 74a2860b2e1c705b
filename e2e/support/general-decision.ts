/** A short general decision as SAM.gov prints it, with numbers of our own. */
export const GENERAL_DECISION = `General Decision Number: VA20260195 07/31/2026

Superseded General Decision Number: VA20250195

State: Virginia

Construction Type: Building

County: Fairfax County in Virginia.

Modification Number     Publication Date
          0              01/02/2026
          2              07/31/2026

 ELEC0080-011 06/01/2026

                                  Rates          Fringes

ELECTRICIAN......................$ 34.15            16.70
----------------------------------------------------------------
 ELEV0010-003 01/01/2026

                                  Rates          Fringes

ELEVATOR MECHANIC................$ 53.59        38.435+a

FOOTNOTES:
   a. PAID HOLIDAYS: New Year's Day and Labor Day.
----------------------------------------------------------------
 SUVA2016-080 07/02/2018

                                  Rates          Fringes

LABORER:  Common or General......$ 12.96 **          1.45
----------------------------------------------------------------

WELDERS - Receive rate prescribed for craft performing
operation to which welding is incidental.

          END OF GENERAL DECISION
`;
