import { invoicePayments } from '../billing/invoice-view.ts'
import { inlineList } from './answer-list.ts'
import { malformed } from './failures.ts'
import type { Kind } from './kinds.ts'
import type { Scope } from './scope.ts'
import { isTable, type Table } from './values.ts'

const DEEPEST = 4

/** Fields that exist only when expanded. */
const onlyExpanded: Record<string, Record<string, (scope: Scope, object: Table) => unknown>> = {
  invoice: {
    confirmation_secret: (_, { confirmation_secret }) => confirmation_secret,
    payments: (scope, { id }) =>
      inlineList(`/v1/invoice_payments?invoice=${id}`, invoicePayments(scope, String(id))),
  },
  charge: {
    refunds: (scope, { id }) =>
      inlineList(`/v1/charges/${id}/refunds`, scope.list('refund', { charge: String(id) }).data),
  },
}

/** Fields that may not exist yet: expanding them is no error. */
const notYet: Record<string, string[]> = { refund: ['failure_balance_transaction'] }

/** Replaces the references at these paths by their objects. */
export function expand(scope: Scope, answer: object, paths: string[]): object {
  const parts = paths.map((path) => path.split('.'))
  for (const path of parts)
    if (path.length > DEEPEST)
      throw malformed(`You cannot expand more than ${DEEPEST} levels of a property.`, {
        param: 'expand',
      })
  return objectView(scope, answer, parts, paths)
}

function view(scope: Scope, value: unknown, paths: string[][], requestedPaths: string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => view(scope, one, paths, requestedPaths))
  return isTable(value) ? objectView(scope, value, paths, requestedPaths) : value
}

function objectView(
  scope: Scope,
  value: object,
  paths: string[][],
  requestedPaths: string[],
): object {
  const source: Table = { ...value }
  const object = { ...source }
  const kind = String(object.object)
  const hidden = onlyExpanded[kind] ?? {}
  const expanders = Object.fromEntries(
    Object.entries(hidden).map(([name, make]) => [name, () => make(scope, source)]),
  )
  for (const name of Object.keys(hidden)) delete object[name]
  for (const [name, rest] of byHead(paths)) {
    if (expanders[name]) object[name] = expanders[name]()
    else if (!(name in object) && notYet[kind]?.includes(name)) continue
    else if (!(name in object)) throw notExpandable(requestedPaths, name)
    object[name] = view(scope, referred(scope, object, name, requestedPaths), rest, requestedPaths)
  }
  for (const [name, inner] of Object.entries(object))
    if (!paths.some(([head]) => head === name) && holdsObjects(inner))
      object[name] = view(scope, inner, [], requestedPaths)
  return object
}

function byHead(paths: string[][]): Map<string, string[][]> {
  const heads = new Map<string, string[][]>()
  for (const [head = '', ...rest] of paths)
    heads.set(head, [...(heads.get(head) ?? []), ...(rest.length > 0 ? [rest] : [])])
  return heads
}

/** The referenced object; a value that is no reference is kept if it can be expanded further. */
function referred(scope: Scope, object: Table, name: string, requestedPaths: string[]): unknown {
  const value = object[name]
  if (typeof value !== 'string') return value
  const referenced = findAny(scope, value)
  if (!referenced) throw notExpandable(requestedPaths, name)
  return referenced
}

/** Fees, applications and accounts belong to the platform, everything else to the account. */
const findAny = (scope: Scope, id: string) => anyKind(scope, id) ?? anyKind(scope.as(''), id)

function anyKind(scope: Scope, id: string): unknown {
  const row = scope.db
    .prepare<[string, string], { kind: Kind }>(
      'select kind from object where account = ? and id = ?',
    )
    .get(scope.account, id)
  return row && scope.find(row.kind, id)
}

const holdsObjects = (value: unknown) =>
  Array.isArray(value)
    ? value.some((one) => typeof one === 'object')
    : typeof value === 'object' && value !== null

const notExpandable = (requestedPaths: string[], name: string) =>
  malformed(`This property cannot be expanded (${name}): ${requestedPaths.join(', ')}.`, {
    param: 'expand',
  })
