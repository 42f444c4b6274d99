import { invoicePayments } from '../billing/invoice-view.ts'
import { inlineList } from './answer-list.ts'
import { malformed } from './failures.ts'
import type { Kind } from './kinds.ts'
import type { Scope } from './scope.ts'

const DEEPEST = 4
type Table = Record<string, unknown>

/** Left out of an object until somebody expands it. */
const onlyExpanded: Record<string, Record<string, (scope: Scope, object: Table) => unknown>> = {
  invoice: {
    confirmation_secret: (_, { confirmation_secret }) => confirmation_secret,
    payments: (scope, { id }) =>
      inlineList(`/v1/invoice_payments?invoice=${id}`, invoicePayments(scope, id as string)),
  },
  charge: {
    refunds: (scope, { id }) =>
      inlineList(`/v1/charges/${id}/refunds`, scope.list('refund', { charge: id as string }).data),
  },
}

/** There only once something happened: to ask for it before is no mistake. */
const notYet: Record<string, string[]> = { refund: ['failure_balance_transaction'] }

/** The answer with each path's reference replaced by what it refers to. */
export function expand(scope: Scope, answer: object, paths: string[]): object {
  const parts = paths.map((path) => path.split('.'))
  for (const path of parts)
    if (path.length > DEEPEST)
      throw malformed(`You cannot expand more than ${DEEPEST} levels of a property.`, {
        param: 'expand',
      })
  return view(scope, answer, parts, paths) as object
}

function view(scope: Scope, value: unknown, paths: string[][], said: string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => view(scope, one, paths, said))
  if (typeof value !== 'object' || value === null) return value
  const object = { ...(value as Table) }
  const hidden = onlyExpanded[object.object as string] ?? {}
  const whole = Object.fromEntries(
    Object.entries(hidden).map(([name, make]) => [name, () => make(scope, value as Table)]),
  )
  for (const name of Object.keys(hidden)) delete object[name]
  for (const [name, rest] of byHead(paths)) {
    if (whole[name]) object[name] = whole[name]()
    else if (!(name in object) && notYet[object.object as string]?.includes(name)) continue
    else if (!(name in object)) throw notExpandable(said, name)
    object[name] = view(scope, referred(scope, object, name, said), rest, said)
  }
  for (const [name, inner] of Object.entries(object))
    if (!paths.some(([head]) => head === name) && holdsObjects(inner))
      object[name] = view(scope, inner, [], said)
  return object
}

function byHead(paths: string[][]): Map<string, string[][]> {
  const heads = new Map<string, string[][]>()
  for (const [head = '', ...rest] of paths)
    heads.set(head, [...(heads.get(head) ?? []), ...(rest.length > 0 ? [rest] : [])])
  return heads
}

/** The object that a reference means; what is no reference stays itself, if there is something in it to expand. */
function referred(scope: Scope, object: Table, name: string, said: string[]): unknown {
  const value = object[name]
  if (typeof value !== 'string') return value
  const found = findAny(scope, value)
  if (!found) throw notExpandable(said, name)
  return found
}

/** Fees, applications and accounts are the platform's, everything else the account's own. */
const findAny = (scope: Scope, id: string) => anyKind(scope, id) ?? anyKind(scope.as(''), id)

function anyKind(scope: Scope, id: string): unknown {
  const row = scope.db
    .prepare('select kind from object where account = ? and id = ?')
    .get(scope.account, id) as { kind: Kind } | undefined
  return row && scope.find(row.kind, id)
}

const holdsObjects = (value: unknown) =>
  Array.isArray(value)
    ? value.some((one) => typeof one === 'object')
    : typeof value === 'object' && value !== null

const notExpandable = (said: string[], name: string) =>
  malformed(`This property cannot be expanded (${name}): ${said.join(', ')}.`, {
    param: 'expand',
  })
