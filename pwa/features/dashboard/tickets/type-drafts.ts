import type { OwnTicketType, TicketType } from '#contract/tickets/calls.ts'
import { TYPE_COLORS } from '#contract/tickets/limits.ts'
import { fromWall, toWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { propertiesOf, stringOf } from '#pwa/lib/unknown.ts'
import { plainNumber } from '#pwa/ui/forms/digits.ts'

/** A ticket type in the form: texts, as typed. Times are local times in Japan. */
export interface TypeDraft {
  /** Empty: a new one. */
  id: string
  name: string
  amount: string
  /** Empty: it shares the places of the ticket. */
  capacity: string
  sales_from: string
  sales_until: string
  /** Empty: no limit. */
  per_person: string
  /** Empty: for everybody. */
  member_months: string
  note: string
  color: string
  closed: '0' | '1'
  /** Empty: numbered with those of the ticket. */
  number_prefix: string
}

const FIELDS = [
  ...['id', 'name', 'amount', 'capacity', 'sales_from', 'sales_until'],
  ...['per_person', 'member_months', 'note', 'color', 'closed', 'number_prefix'],
] as const

/** A new type, in the color that is next after those of the others. */
export const newType = (others: number): TypeDraft => ({
  ...{ id: '', name: '', amount: '', capacity: '', sales_from: '', sales_until: '' },
  ...{ per_person: '', member_months: '', note: '', closed: '0', number_prefix: '' },
  color: TYPE_COLORS[(others + 1) % TYPE_COLORS.length] ?? 'gray',
})

const textOf = (value: number | null) => (value === null ? '' : String(value))
const wallOf = (instant: string | null) => (instant === null ? '' : toWall(instant))

const draftOf = (type: OwnTicketType): TypeDraft => ({
  id: type.id,
  name: type.name,
  amount: String(type.amount),
  capacity: textOf(type.capacity),
  sales_from: wallOf(type.sales_from),
  sales_until: wallOf(type.sales_until),
  per_person: textOf(type.per_person),
  member_months: textOf(type.member_months),
  note: type.note,
  color: type.color,
  closed: type.closed ? '1' : '0',
  number_prefix: type.number_prefix ?? '',
})

/** Types as a form value: one JSON text. */
export const typesText = (types: readonly TypeDraft[]) =>
  JSON.stringify(types.map((type) => Object.fromEntries(FIELDS.map((name) => [name, type[name]]))))

export const savedTypes = (types: readonly OwnTicketType[]) => typesText(types.map(draftOf))

function draftIn(value: unknown): TypeDraft {
  const found = propertiesOf(value)
  const text = (name: string) => stringOf(found[name])
  return {
    ...newType(0),
    ...Object.fromEntries(FIELDS.map((name) => [name, text(name)])),
    closed: text('closed') === '1' ? '1' : '0',
  }
}

export function typeDraftsIn(text: string): TypeDraft[] {
  try {
    const types: unknown = JSON.parse(text)
    return Array.isArray(types) ? types.map(draftIn) : []
  } catch {
    return []
  }
}

/** A number as the server takes it; what is none stays a text, for the server's error. */
function numberOf(typed: string): number | string | null {
  const plain = plainNumber(typed)
  if (plain === '') return null
  return /^\d+$/.test(plain) ? Number(plain) : typed
}

/** The types as they are sent. */
export const sentTypes = (text: string) =>
  JSON.stringify(
    typeDraftsIn(text).map(({ id, closed, ...type }) => ({
      ...type,
      ...(id !== '' && { id }),
      amount: numberOf(type.amount),
      capacity: numberOf(type.capacity),
      per_person: numberOf(type.per_person),
      member_months: numberOf(type.member_months),
      sales_from: type.sales_from === '' ? null : fromWall(type.sales_from),
      sales_until: type.sales_until === '' ? null : fromWall(type.sales_until),
      closed: closed === '1',
    })),
  )

/** A draft as a fan would see it, with as many places left as it has. */
export function previewOf(draft: TypeDraft, at: number, capacity: number): TicketType {
  const count = (typed: string) => {
    const number = numberOf(typed)
    return typeof number === 'number' ? number : null
  }
  const instant = (wall: string) =>
    wall === '' || Number.isNaN(Date.parse(fromWall(wall))) ? null : fromWall(wall)
  return {
    id: String(at),
    name: draft.name || '（名前なし）',
    amount: count(draft.amount) ?? 0,
    capacity: count(draft.capacity),
    remaining: count(draft.capacity) ?? capacity,
    sales_from: instant(draft.sales_from),
    sales_until: instant(draft.sales_until),
    per_person: count(draft.per_person),
    member_months: count(draft.member_months),
    note: draft.note,
    color: TYPE_COLORS.find((color) => color === draft.color) ?? 'gray',
    closed: draft.closed === '1',
    refused: null,
    resale: false,
  }
}
