// Holders of a ticket.

import { COMPANION_WITH_LEADER } from '#contract/companions/messages.ts'
import type { Holder } from '#contract/door/calls.ts'
import { HOLDERS_NO_LONGER_NAMED } from '#contract/door/messages.ts'
import { HOLDER_CANCELLED, REFUND_ON_ITS_WAY, TORN_BY_HAND } from '#contract/tickets/messages.ts'
import { everyRow, type SortedPaging, sortedPage } from '#server/db/keyset.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { refund } from '#server/features/orders/refunds/cancel-order.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { isHandedOver } from '#server/features/tickets/companions/queries.ts'
import { numbersMeant } from '#server/features/tickets/issuing/ticket-number.ts'
import { presentEntrant } from '#server/features/tickets/present.ts'
import { hasTypes, listPrefixes } from '#server/features/tickets/types/queries.ts'
import { type Cell, csvOf, momentCell } from '#server/http/answers/csv.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { GateDevice, Viewer } from '#server/process/deps.ts'
import * as query from './holder-queries.ts'
import { isNamedAtGates, mayPlanDoors } from './policy.ts'
import { getVisibleTicket, getVisibleTicketFor, type Named } from './visible-ticket.ts'

interface Search extends SortedPaging<query.HolderColumn> {
  search?: string | undefined
  status?: Holder['status'] | undefined
}

const BY_NUMBER = 'number'
const STATUS = { valid: '有効', used: '入場済み', cancelled: '取消済み', transferred: '譲渡済み' }

/** Gate of the entry; a ticket torn by hand has no gate. */
const placeOf = ({ used_at, gate }: query.HolderRow) => gate ?? (used_at ? TORN_BY_HAND : null)

/** Not shown for a ticket that admits no longer. */
const ofEntry = (row: query.HolderRow) =>
  row.status === 'valid' || row.status === 'used'
    ? { entrant: presentEntrant(row), paper_name: row.paper_name }
    : { entrant: null, paper_name: null }

const present = (row: query.HolderRow): Holder => ({
  id: row.issued_id,
  number: row.number,
  status: row.status,
  type: row.type,
  member: presentMember(row),
  amount: row.amount ?? 0,
  used_at: row.used_at,
  gate: placeOf(row),
  ...ofEntry(row),
  companions: { all: Number(row.companions), waiting: Number(row.waiting) },
  companion_of: row.companion_of,
})

/** Ends a free ticket. */
async function end(deps: SaleDeps, ticket: { id: string; title: string }, holder: query.HolderRow) {
  const { holder_id, order_id, email, issued_id } = holder
  const at = isoNow(deps)
  const of = { userId: holder_id, productId: ticket.id, orderId: order_id, at }
  const ended = await transact(deps.db, async (tx) => {
    if (await isHandedOver(tx, issued_id)) throw new ApiError(409, COMPANION_WITH_LEADER)
    const { holder: ended } = await deps.products.digital_ticket.revoke(deps, tx, of)
    if (!ended) return false
    const emailContent = { letter: 'ticketCancelled', title: ticket.title, refund: 0 } as const
    await enqueueEmail(deps, tx, issued_id, { ...emailContent, to: email })
    return true
  })
  if (!ended) throw new ApiError(409, REFUND_ON_ITS_WAY)
  await deps.bus.publish(RIGHTS_CHANGED, holder_id)
  return { message: HOLDER_CANCELLED }
}

export async function list(
  deps: SaleDeps,
  viewer: Viewer,
  params: Named,
  { search, status, ...paging }: Search,
) {
  const ticket = await getVisibleTicket(deps.read, viewer, params)
  const filter = {
    status,
    ...(search && {
      search: {
        matching: deps.engine.search.matching('user', search),
        numbers: numbersMeant(search, await listPrefixes(deps.read, ticket)),
      },
    }),
  }
  const list = await sortedPage(BY_NUMBER, paging, (window) =>
    query.listHolders(deps.read, params.id, filter, window),
  )
  return { ...list, items: list.items.map(present) }
}

export async function table(deps: SaleDeps, viewer: Viewer, params: Named) {
  const ticket = await getVisibleTicket(deps.read, viewer, params, mayPlanDoors)
  const isTyped = await hasTypes(deps.read, params.id)
  const head = [
    '整理番号',
    ...(isTyped ? ['券種'] : []),
    '状態',
    'ユーザー名',
    '表示名',
    '金額',
    '発行',
    '入場',
    '入口',
    '配慮の希望',
    '入場者の氏名',
    '連絡先',
    '同行者の枚数',
    '未受け取りの枚数',
    '同行する方の整理番号',
  ]
  const rows: Cell[][] = [head]
  const everyone = everyRow(BY_NUMBER, (window) =>
    query.listHolders(deps.read, params.id, {}, window),
  )
  for await (const row of everyone)
    rows.push([
      row.number,
      ...(isTyped ? [row.type ?? ''] : []),
      STATUS[row.status],
      row.name,
      row.display_name,
      row.amount ?? 0,
      momentCell(row.issued_at),
      momentCell(row.used_at),
      placeOf(row) ?? '',
      ofEntry(row).entrant?.needs ?? '',
      ofEntry(row).entrant?.name ?? '',
      ofEntry(row).entrant?.contact ?? '',
      Number(row.companions),
      Number(row.waiting),
      row.companion_of ?? '',
    ])
  return { bytes: csvOf(rows), type: 'text/csv; charset=utf-8', name: `${ticket.title}.csv` }
}

export async function get(
  deps: SaleDeps,
  caller: { viewer: Viewer | null; gate: GateDevice | null },
  params: Named & { hash: string },
) {
  const ticket = await getVisibleTicketFor(deps.read, caller, params)
  if (!caller.viewer && !isNamedAtGates(ticket, deps.clock.now()))
    throw new ApiError(410, HOLDERS_NO_LONGER_NAMED)
  const holder = orNotFound(await query.findHolderByHash(deps.read, params.id, params.hash))
  const { display_name, icon_image_small_path } = presentMember(holder)
  const { entrant } = ofEntry(holder)
  const shown = entrant && !caller.viewer ? { ...entrant, contact: '' } : entrant
  return { display_name, icon_image_small_path, entrant: shown }
}

/** Cancels an issued ticket and requests its refund. */
export async function cancel(
  deps: SaleDeps,
  viewer: Viewer,
  params: Named & { issued_id: string },
) {
  const ticket = await getVisibleTicket(deps.db, viewer, params, mayPlanDoors)
  const holder = orNotFound(await query.findHolder(deps.db, params.id, params.issued_id))
  if (holder.status !== 'valid' && holder.status !== 'used')
    throw new ApiError(409, REFUND_ON_ITS_WAY)
  return holder.order_id ? refund(deps, viewer, holder.order_id) : end(deps, ticket, holder)
}
