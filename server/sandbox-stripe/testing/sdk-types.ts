import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A minimal parser of the SDK's type declarations, to validate JSON against them. */
export type Type =
  | { is: 'word'; name: string }
  | { is: 'literal'; text: string }
  | { is: 'array' | 'map'; of: Type }
  | { is: 'union'; of: Type[] }
  | { is: 'object'; members: Map<string, Member>; rest: Type | null; parents: Type[] }
  | { is: 'name'; name: string; args: Type[]; scope: Scope }
export interface Member {
  type: Type
  optional: boolean
}
interface Scope {
  outer: Scope | null
  types: Map<string, Type>
  spaces: Map<string, Scope>
  /** Source of imported names. */
  imports: Map<string, string>
}

const SDK = join(import.meta.dirname, '../../../node_modules/stripe/esm')
const TOKEN = /'[^']*'|[A-Za-z_$][\w$.]*|\d+|=>|\.\.\.|[^\s]/g
const files = new Map<string, Scope>()

/** Declarations of a file; cached. */
function fileScope(path: string): Scope {
  const known = files.get(path)
  if (known) return known
  const scope = newScope(null)
  files.set(path, scope)
  const source = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  reader(source.match(TOKEN) ?? [], dirname(path)).statements(scope)
  return scope
}
const newScope = (outer: Scope | null): Scope => ({
  outer,
  types: new Map(),
  spaces: new Map(),
  imports: new Map(),
})

function reader(tokens: string[], folder: string) {
  let at = 0
  const next = () => tokens[at++] ?? ''
  const peek = () => tokens[at] ?? ''
  const take = (token: string) => peek() === token && at++ >= 0
  function need(token: string) {
    if (!take(token)) throw new Error(`expected ${token} at ${tokens.slice(at, at + 8).join(' ')}`)
  }
  function skipBlock() {
    for (let depth = 0; ; ) {
      const token = next()
      if (token === '{') depth++
      if ((token === '}' && --depth === 0) || token === '') return
    }
  }

  function statements(scope: Scope): void {
    while (peek() !== '' && peek() !== '}') statement(scope)
  }
  function statement(scope: Scope): void {
    while (take('export') || take('declare') || take('default'));
    const word = next()
    if (word === 'import') importing(scope)
    else if (word === 'namespace') space(scope)
    else if (word === 'interface') interfacing(scope)
    else if (word === 'type' && peek() !== '{') alias(scope)
    else if (word === 'class') skipBlock()
    else while (!['', ';'].includes(next()));
  }
  function importing(scope: Scope) {
    const names: string[] = []
    while (!['from', ';', ''].includes(peek())) names.push(next())
    if (peek() !== 'from') return
    need('from')
    const file = join(folder, next().slice(1, -1).replace(/\.js$/, '.d.ts'))
    for (const name of names) scope.imports.set(name, file)
    take(';')
  }
  function space(scope: Scope) {
    const name = next()
    const inner = scope.spaces.get(name) ?? newScope(scope)
    scope.spaces.set(name, inner)
    need('{')
    statements(inner)
    need('}')
  }
  function interfacing(scope: Scope) {
    const name = next()
    if (take('<')) while (next() !== '>');
    const parents: Type[] = []
    if (take('extends'))
      do parents.push(single(scope))
      while (take(','))
    const body = objectType(scope)
    scope.types.set(name, { ...body, parents })
  }
  function alias(scope: Scope) {
    const name = next()
    if (take('<')) while (next() !== '>');
    need('=')
    scope.types.set(name, type(scope))
    take(';')
  }

  function objectType(scope: Scope): Type & { is: 'object' } {
    const members = new Map<string, Member>()
    let rest: Type | null = null
    need('{')
    while (!take('}')) {
      take('readonly')
      const name = next()
      if (name === '[') {
        while (next() !== ']');
        need(':')
        rest = type(scope)
      } else {
        const optional = take('?')
        if (peek() === '(') while (peek() !== ';') at++
        else {
          need(':')
          members.set(name.replaceAll("'", ''), { type: type(scope), optional })
        }
      }
      if (!take(';')) take(',')
    }
    return { is: 'object', members, rest, parents: [] }
  }
  function type(scope: Scope): Type {
    take('|')
    const of = [intersection(scope)]
    while (take('|')) of.push(intersection(scope))
    return of.length === 1 ? of[0]! : { is: 'union', of }
  }
  /** Reduces `string & Record<never, never>` to a string. */
  function intersection(scope: Scope): Type {
    const first = single(scope)
    while (take('&')) single(scope)
    return first
  }
  function single(scope: Scope): Type {
    if (peek() === '{') return objectType(scope)
    if (take('(')) {
      const inner = type(scope)
      need(')')
      return inner
    }
    const name = next()
    if (name.startsWith("'")) return { is: 'literal', text: name.slice(1, -1) }
    const args: Type[] = []
    if (take('<')) {
      do args.push(type(scope))
      while (take(','))
      need('>')
    }
    if (name === 'Array') return { is: 'array', of: args[0]! }
    return { is: 'name', name, args, scope }
  }
  return { statements }
}

const primitives = new Set([
  'string',
  'number',
  'boolean',
  'null',
  'void',
  'undefined',
  'unknown',
  'any',
])

/** Resolves a type name in its scope. */
export function meaningOf(type: Type): Type {
  if (type.is !== 'name') return type
  const { name, args, scope } = type
  if (primitives.has(name)) return { is: 'word', name }
  if (name === 'Emptyable')
    return {
      is: 'union',
      of: [args[0]!, { is: 'literal', text: '' }, { is: 'word', name: 'null' }],
    }
  if (name === 'OtherString' || name === 'Decimal') return { is: 'word', name: 'string' }
  if (name === 'ApiList') return listOf(args[0]!)
  const declared = lookUp(scope, name.split('.'))
  // A type of another resource family, which the sandbox never returns.
  return declared ? meaningOf(declared) : { is: 'word', name: 'never' }
}

function lookUp(scope: Scope | null, path: string[]): Type | undefined {
  if (!scope) return undefined
  const [head = '', ...rest] = path
  const here =
    rest.length === 0
      ? scope.types.get(head)
      : scope.spaces.has(head)
        ? lookIn(scope.spaces.get(head)!, rest)
        : undefined
  if (here) return here
  const file = scope.imports.get(head)
  return file ? lookIn(fileScope(file), path) : lookUp(scope.outer, path)
}
const lookIn = (scope: Scope, [head = '', ...rest]: string[]): Type | undefined =>
  rest.length === 0
    ? scope.types.get(head)
    : scope.spaces.has(head)
      ? lookIn(scope.spaces.get(head)!, rest)
      : undefined

const listOf = (of: Type): Type => ({
  is: 'object',
  members: new Map<string, Member>([
    ['object', { type: { is: 'literal', text: 'list' }, optional: false }],
    ['data', { type: { is: 'array', of }, optional: false }],
    ['has_more', { type: { is: 'word', name: 'boolean' }, optional: false }],
    ['url', { type: { is: 'word', name: 'string' }, optional: false }],
  ]),
  rest: null,
  parents: [],
})

/** A type by file and name: `Charge` of `Charges.d.ts`, `PaymentIntentCreateParams` of `PaymentIntents.d.ts`. */
export function sdkType(file: string, name: string): Type {
  const type = fileScope(join(SDK, 'resources', `${file}.d.ts`)).types.get(name)
  if (!type) throw new Error(`the SDK's ${file} has no ${name}`)
  return type
}

const members = new Map<Type, Map<string, Member>>()

/** Members of an interface, including inherited ones. */
export function membersOf(type: Type): Map<string, Member> {
  const meaning = meaningOf(type)
  const known = members.get(meaning)
  if (known) return known
  if (meaning.is !== 'object') throw new Error('the type is not an interface')
  const own = new Map([
    ...meaning.parents.flatMap((one) => [...membersOf(one)]),
    ...meaning.members,
  ])
  members.set(meaning, own)
  return own
}

/** Validates a value; returns mismatches as paths with reasons. */
export function misfits(value: unknown, type: Type, path = ''): string[] {
  const meaning = meaningOf(type)
  if (meaning.is === 'union') return misfitsOfUnion(value, meaning.of, path)
  if (meaning.is === 'literal')
    return value === meaning.text
      ? []
      : [`${path}: ${JSON.stringify(value)} is not '${meaning.text}'`]
  if (meaning.is === 'word')
    return fitsWord(value, meaning.name) ? [] : [`${path}: no ${meaning.name}`]
  if (meaning.is === 'array')
    return Array.isArray(value)
      ? value.flatMap((one, at) => misfits(one, meaning.of, `${path}[${at}]`))
      : [`${path}: no list`]
  if (meaning.is !== 'object') return []
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? misfitsOfObject(value as Record<string, unknown>, meaning, path)
    : [`${path}: no object`]
}

function misfitsOfUnion(value: unknown, of: Type[], path: string): string[] {
  const tried = of.map((one) => misfits(value, one, path)).toSorted((a, b) => a.length - b.length)
  if (tried[0]?.length === 0) return []
  // Of a union, report the member that matched deepest.
  return tried.find((one) => one.some((line) => !line.startsWith(`${path}:`))) ?? tried[0] ?? []
}

function misfitsOfObject(
  value: Record<string, unknown>,
  type: Type & { is: 'object' },
  path: string,
): string[] {
  const members = membersOf(type)
  const strange = Object.keys(value).filter((name) => !members.has(name) && !type.rest)
  const absent = [...members].filter(([name, { optional }]) => !optional && !(name in value))
  return [
    ...strange.map((name) => `${path}.${name}: unknown to the SDK`),
    ...absent.map(([name]) => `${path}.${name}: missing`),
    ...Object.entries(value).flatMap(([name, one]) => {
      const member = members.get(name)?.type ?? type.rest
      return member ? misfits(one, member, `${path}.${name}`) : []
    }),
  ]
}

function fitsWord(value: unknown, name: string): boolean {
  if (name === 'null') return value === null
  if (name === 'void' || name === 'undefined') return value === undefined
  return name === 'unknown' || name === 'any' || typeof value === name
}
