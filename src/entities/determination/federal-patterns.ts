import { AMOUNT } from '@/entities/determination/money';

/** `ELEC0080-011`, `SUVA2016-080`, `SAME2023-007`, `UAVG-OH-0010`, with the date of the rate. */
export const IDENTIFIER =
  /^\*?\s*((?:UAVG-[A-Z]{2}-\d{4})|(?:[A-Z]{4}\d{4}-\d{3})|(?:[A-Z]{4}\d{4}[A-Z]))\s+(\d{1,2}\/\d{1,2}\/\d{2,4})$/;

export const DECISION_NUMBER =
  /^"?general decision (?:number|no\.?)\s*:?\s*([A-Z]{2}\d{6,8})\b(?:\s+(\d{1,2}\/\d{1,2}\/\d{2,4}))?/i;

export const SUPERSEDED =
  /^"?superseded general decision (?:numbers?|no\.?)\s*:?\s*([A-Z]{2}\d{6,8})?/i;

export const COLUMN_HEADING = /^rates?\s+fringes?(?:\s+benefits?)?$/i;

export const MODIFICATION_HEADING = /^modification (?:number|no\.?)\s+publication date$/i;

export const MODIFICATION_ROW = /^(?:\*?\s*\d{1,3}\s+\d{1,2}\/\d{1,2}\/\d{2,4}\s*)+$/;

/** The text every decision ends with. */
export const CLOSING =
  /^(?:"?welders\b|unlisted classifications|wage determination appeals|\*{1,2}\s*workers in this classification|note:\s*executive order|the body of each wage determination|in the listing above|={10,})/i;

export const END = /^"?end of general deci/i;

/** Name, leader of dots, rate, mark of the minimum wage, fringe. */
export const CLASS_WITH_LEADER = new RegExp(
  String.raw`^(.*?)\s*(?:\.{2,}\s*\$?|\.\$)\s*(${AMOUNT})\s*(\*{1,2})?\s*(.*)$`,
);

/** The same where copying has lost the dots; a fringe must follow. */
export const CLASS_WITHOUT_LEADER = new RegExp(
  String.raw`^(.*\S)\s+\$\s*(${AMOUNT})\s*(\*{1,2})?\s+(\S.*)$`,
);

/** Name and leader; the amount is on the next line. */
export const LEADER_ONLY = /^(.*?\S)\s*\.{3,}\s*\$?$/;

export const AMOUNTS_ONLY = new RegExp(String.raw`^\$?\s*(${AMOUNT})\s*(\*{1,2})?(?:\s+(\S.*))?$`);

/** What stands under a heading: `GROUP 1`, `(2)`, `Zone A`. */
export const SUBCLASS =
  /^\(?(?:group|class|zone|area|step|schedule|category|grade|type|tier)\b\s*\(?[\w-]*|^\(\d{1,2}[a-z]?\)|^\d{1,2}[.)]\s|^\([a-z]\)/i;

export const GROUP_TEXT =
  /^\(?(?:group|class|type|area|schedule|category)\s+\(?([\w()-]{1,6})\)?\s*(?:[:=.-]|$)/i;

export const GROUP_HEADING = /\bclassifications?(?:\s+(?:definitions?|descriptions?))?\s*:?$/i;

export const FOOTNOTE = /^\*{0,2}\(?([a-h])\s*[.):]\s*\S/i;

export const FOOTNOTE_HEADING =
  /^(?:footnotes?\b|(?:[a-h]\.\s*)?(?:paid\s+)?(?:holidays?|vacations?)\b(?:\s+pay)?\s*(?:[:(-]|$)|paid (?:holidays?|vacations?)\b)/i;

export const ZONE_TEXT =
  /^(?:\(?(?:zones?|free zone|base zone)\b|.*\bzone\b.*\b(?:add|added|additional|differential|radius|miles|pay|defin|description))/i;

export const ZONE_ADD = new RegExp(
  String.raw`\bzone\s+([a-z0-9]{1,3})\b\s*[-:=.,]*\s*(?:add\s*)?\$\s*(${AMOUNT})`,
  'gi',
);

/** Zones and what each adds, also in the middle of rates. */
export const ZONE_LINE = new RegExp(
  String.raw`^zone (?:differential|pay|premium)\b|^add\b.*\bzone\b|${ZONE_ADD.source}`,
  'i',
);

export const ZONE_BASE =
  /\badd(?:ed|itional)?\b[^.]*?\bto\b[^.]*?\bzone\s+([a-z0-9]{1,3})\b|\bzone\s+([a-z0-9]{1,3})\b\s*[-:=]*\s*base\s+(?:rate|zone)/i;

export const PREMIUM =
  /^(?:premiums?\b|hazard|hazmat|incentive|shift\b|notes?\b\s*:?|add(?:itional)?\b|\*\s|foremen?\b|height\b|welding\b|tunnel\b)|[$%¢]|\bcents\b|\b(?:per (?:hour|day)|above|shall (?:be paid|receive))\b/i;

export const PER_DAY = /\bper day\b/i;

/** The end of a list of counties within a rate's block. */
export const AREA_END =
  /\b(?:count(?:y|ies)|statewide|remainder of (?:the )?(?:county|state))\b\.?:?$/i;

/** The second part of a name that was broken: `and structural`, `Counties`. */
export const GOES_ON = /^(?:[a-z)&]|Count(?:y|ies)\b|COUNT(?:Y|IES)\b)/;

/** `SCOPE OF WORK`, `UTILITY TECHNICIAN #1: Installation of …`: what a class comprises. */
export const DESCRIPTION = /^(?:SCOPE OF WORK\b|[A-Z][A-Z0-9 #&/,.'()-]{2,70}:(?:\s|$))/;

export const AMOUNT_OF_MONEY = /\$\s*\d*\.?\d|\bcents\b|\bper hour\b/i;
