import { CALLS, type CallName, SERVICE_NAMESPACE } from './soap.ts';
import { tag } from './xml-writer.ts';

const SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/';
const RESULT_TYPES: Readonly<Partial<Record<CallName, string>>> = {
  authenticate: 'tns:ArrayOfString',
  receiveResponseXML: 'xs:int',
};
const INTEGERS = ['qbXMLMajorVers', 'qbXMLMinorVers'];

const empty = (name: string, attributes: Readonly<Record<string, string>>) =>
  tag(name, '', attributes);

/** The description of the service, made from the same list that calls are read by. */
export function writeWsdl(address: string): string {
  const names = Object.keys(CALLS) as CallName[];
  const parts = [
    tag('types', schema(names)),
    ...names.flatMap(messages),
    tag('portType', names.map(operation).join(''), { name: 'QBWebConnectorSvcSoap' }),
    tag('binding', binding(names), {
      name: 'QBWebConnectorSvcSoap',
      type: 'tns:QBWebConnectorSvcSoap',
    }),
    tag(
      'service',
      tag('port', empty('soap:address', { location: address }), {
        name: 'QBWebConnectorSvcSoap',
        binding: 'tns:QBWebConnectorSvcSoap',
      }),
      { name: 'QBWebConnectorSvc' },
    ),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>${tag('definitions', parts.join(''), {
    xmlns: 'http://schemas.xmlsoap.org/wsdl/',
    'xmlns:soap': SOAP,
    'xmlns:xs': 'http://www.w3.org/2001/XMLSchema',
    'xmlns:tns': SERVICE_NAMESPACE,
    targetNamespace: SERVICE_NAMESPACE,
  })}`;
}

function schema(names: readonly CallName[]): string {
  const list = empty('xs:element', {
    minOccurs: '0',
    maxOccurs: 'unbounded',
    name: 'string',
    nillable: 'true',
    type: 'xs:string',
  });
  const lists = tag('xs:complexType', tag('xs:sequence', list), { name: 'ArrayOfString' });
  const elements = names.flatMap((name) => [
    element(
      name,
      CALLS[name].map((arg) => field(arg, INTEGERS.includes(arg) ? 'xs:int' : 'xs:string')),
    ),
    element(`${name}Response`, [field(`${name}Result`, RESULT_TYPES[name] ?? 'xs:string')]),
  ]);
  return tag('xs:schema', elements.join('') + lists, {
    elementFormDefault: 'qualified',
    targetNamespace: SERVICE_NAMESPACE,
  });
}

function element(name: string, fields: readonly string[]): string {
  const content = tag('xs:complexType', tag('xs:sequence', fields.join('')));
  return tag('xs:element', content, { name });
}

function field(name: string, type: string): string {
  const minOccurs = type === 'xs:int' ? '1' : '0';
  return empty('xs:element', { minOccurs, maxOccurs: '1', name, type });
}

function messages(name: CallName): string[] {
  return [
    tag('message', empty('part', { name: 'parameters', element: `tns:${name}` }), {
      name: `${name}SoapIn`,
    }),
    tag('message', empty('part', { name: 'parameters', element: `tns:${name}Response` }), {
      name: `${name}SoapOut`,
    }),
  ];
}

function operation(name: CallName): string {
  const ends = `${empty('input', { message: `tns:${name}SoapIn` })}${empty('output', {
    message: `tns:${name}SoapOut`,
  })}`;
  return tag('operation', ends, { name });
}

function binding(names: readonly CallName[]): string {
  const body = empty('soap:body', { use: 'literal' });
  const operations = names.map((name) =>
    tag(
      'operation',
      empty('soap:operation', { soapAction: SERVICE_NAMESPACE + name, style: 'document' }) +
        tag('input', body) +
        tag('output', body),
      { name },
    ),
  );
  const transport = 'http://schemas.xmlsoap.org/soap/http';
  return empty('soap:binding', { transport }) + operations.join('');
}
