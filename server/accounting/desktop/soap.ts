import { child, readXml, type XmlElement, XmlError } from './xml-reader.ts';
import { escapeXml, tag, textTag } from './xml-writer.ts';

/** The eight calls of the Web Connector and their arguments, as its WSDL declares them. */
export const CALLS = {
  serverVersion: [],
  clientVersion: ['strVersion'],
  authenticate: ['strUserName', 'strPassword'],
  sendRequestXML: [
    'ticket',
    'strHCPResponse',
    'strCompanyFileName',
    'qbXMLCountry',
    'qbXMLMajorVers',
    'qbXMLMinorVers',
  ],
  receiveResponseXML: ['ticket', 'response', 'hresult', 'message'],
  connectionError: ['ticket', 'hresult', 'message'],
  getLastError: ['ticket'],
  closeConnection: ['ticket'],
} as const;

export type CallName = keyof typeof CALLS;

export interface SoapCall {
  readonly name: CallName;
  /** Nothing given: an empty text. */
  readonly args: Readonly<Record<string, string>>;
}

export const SERVICE_NAMESPACE = 'http://developer.intuit.com/';
const ENVELOPE_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';

export function readSoapCall(body: string): SoapCall {
  const envelope = readXml(body);
  const content = child(envelope, 'Body');
  const call = content?.children[0];
  const isSoap = [envelope, content].every((each) => each?.namespace === ENVELOPE_NAMESPACE);
  if (envelope.name !== 'Envelope' || !isSoap || !call || content.children.length !== 1) {
    throw new XmlError('This is no SOAP 1.1 message with one call');
  }
  if (call.namespace !== SERVICE_NAMESPACE || !isCallName(call.name)) {
    throw new XmlError(`There is no call ${call.name}`);
  }
  return { name: call.name, args: readArguments(call, CALLS[call.name]) };
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(CALLS, name);
}

function readArguments(call: XmlElement, known: readonly string[]): Record<string, string> {
  const args: Record<string, string> = Object.fromEntries(known.map((name) => [name, '']));
  for (const { name, text } of call.children) if (known.includes(name)) args[name] = text;
  return args;
}

/** A list becomes an ArrayOfString. */
export function writeSoapAnswer(
  name: CallName,
  result: string | number | readonly string[],
): string {
  const content = Array.isArray(result)
    ? result.map((text) => textTag('string', text)).join('')
    : escapeXml(String(result));
  return envelope(
    tag(`${name}Response`, tag(`${name}Result`, content), { xmlns: SERVICE_NAMESPACE }),
  );
}

export function writeSoapFault(isOurs: boolean, message: string): string {
  const code = textTag('faultcode', isOurs ? 'soap:Server' : 'soap:Client');
  return envelope(tag('soap:Fault', code + textTag('faultstring', message)));
}

function envelope(content: string): string {
  const body = tag('soap:Body', content);
  return `<?xml version="1.0" encoding="utf-8"?>${tag('soap:Envelope', body, {
    'xmlns:soap': ENVELOPE_NAMESPACE,
  })}`;
}
