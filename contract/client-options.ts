import path from 'node:path';
import ts from 'typescript';
import { clientParts } from './client-surface.ts';

/** Looks at the declarations as an editor would, without the libraries of a browser. */
const SETTINGS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2015.d.ts'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

const FILE = path.join(import.meta.dirname, 'client-surface.ts');

/**
 * Every option that the declarations of the installed clients offer for a method, as
 * `auth.signUp(captchaToken)`: fields of objects in its arguments, and of their `options`.
 */
export function clientOptions(): string[] {
  const program = ts.createProgram([FILE], SETTINGS);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(FILE) as ts.SourceFile;
  const typeOf = (symbol: ts.Symbol) => checker.getTypeOfSymbolAtLocation(symbol, file);
  const isDeclaredThere = ({ declarations = [] }: ts.Symbol) =>
    declarations.some((one) => one.getSourceFile().fileName.includes('@supabase'));

  const fieldsOf = (type: ts.Type): string[] => {
    if (type.isUnion()) return type.types.flatMap(fieldsOf);
    const isPlain = (type.flags & ts.TypeFlags.Object) !== 0 || type.isIntersection();
    if (!isPlain || type.isClass() || checker.isArrayLikeType(type)) return [];
    return checker
      .getPropertiesOfType(type)
      .filter(isDeclaredThere)
      .flatMap((field) => (field.name === 'options' ? fieldsOf(typeOf(field)) : [field.name]));
  };
  const optionsOf = (method: ts.Symbol) =>
    typeOf(method)
      .getCallSignatures()
      .flatMap((call) => call.getParameters())
      .flatMap((parameter) => fieldsOf(typeOf(parameter)));

  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file) as ts.Symbol);
  const makesParts = exported.find(({ name }) => name === clientParts.name) as ts.Symbol;
  const [call] = typeOf(makesParts).getCallSignatures();
  return checker.getPropertiesOfType((call as ts.Signature).getReturnType()).flatMap((part) =>
    checker.getPropertiesOfType(typeOf(part)).flatMap((method) => {
      const names = method.name.startsWith('_') ? [] : new Set(optionsOf(method));
      return [...names].map((name) => `${part.name}.${method.name}(${name})`);
    }),
  );
}
