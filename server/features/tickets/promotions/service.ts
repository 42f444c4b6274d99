// 招待・割引・先行: what the owner of a ticket makes and hands out.

import { randomInt } from 'node:crypto'
import type { OwnPromotion, PromotionInput } from '#contract/promotions/calls.ts'
import { PROMOTION_MAX } from '#contract/promotions/limits.ts'
import {
  CODE_STANDS,
  CODE_TAKEN,
  CODES_NOT_WITH_LOTTERY,
  PROMOTIONS_TOO_MANY,
} from '#contract/promotions/messages.ts'
import { CODE_FRAGMENT } from '#contract/promotions/promotion-code.ts'
import { seatedProductPath } from '#contract/waitlist/product-path.ts'
import { textsOf } from '#server/db/json.ts'
import type { Promotion } from '#server/db/schema/promotions.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { csvOf } from '#server/http/answers/csv.ts'
import { ApiError, forbidden, invalid, orNotFound } from '#server/http/api-error.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { holdTicket } from '../issuing/issue-queries.ts'
import { findTicket, type TicketRow } from '../queries.ts'
import { listTypes } from '../types/queries.ts'
import { validatePromotion } from './policy.ts'
import * as query from './queries.ts'

interface InRoom {
  roomid: string
  id: string
}
type OfPromotion = InRoom & { promotion: string }

/** Without letters and digits that look alike. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 10
const newCode = () =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

async function getOwnTicket(db: Db, viewer: Viewer, { roomid, id }: InRoom): Promise<TicketRow> {
  const room = await getVisibleRoom(db, viewer, roomid)
  if (!room.who.isOwner) throw forbidden()
  return orNotFound(await findTicket(db, viewer.id, room.id, id))
}

const present = (row: query.PromotionRow): OwnPromotion => ({
  id: row.id,
  codes: Number(row.codes),
  code: Number(row.codes) === 1 ? row.code : null,
  percent: row.percent,
  yen_off: row.yen_off,
  presale: row.presale === 1,
  valid_from: row.valid_from,
  valid_until: row.valid_until,
  types: textsOf(row.type_ids),
  seats: row.seats,
  per_person: row.per_person,
  stopped: row.stopped === 1,
  taken: Number(row.taken),
  can: { remove: Number(row.was_used) === 0 },
})

export async function list(deps: Deps, viewer: Viewer, of: InRoom): Promise<OwnPromotion[]> {
  await getOwnTicket(deps.read, viewer, of)
  return (await query.listPromotions(deps.read, of.id)).map(present)
}

export async function create(
  deps: Deps,
  viewer: Viewer,
  of: InRoom,
  input: PromotionInput,
): Promise<OwnPromotion> {
  const { amount, applied_from } = await getOwnTicket(deps.db, viewer, of)
  if (applied_from !== null) throw new ApiError(409, CODES_NOT_WITH_LOTTERY)
  const id = deps.newId()
  await transact(deps.db, async (tx) => {
    await holdTicket(tx, of.id)
    const types = await listTypes(tx, [of.id])
    const errors = validatePromotion(input, { amount, types }, isoNow(deps))
    if (input.code !== '' && (await query.findCode(tx, of.id, input.code)))
      errors.code ??= [CODE_TAKEN]
    if (Object.keys(errors).length > 0) throw invalid(errors)
    if ((await query.listPromotions(tx, of.id)).length >= PROMOTION_MAX.count)
      throw new ApiError(409, PROMOTIONS_TOO_MANY)
    await insert(deps, tx, id, of.id, input)
  })
  return present(orNotFound(await query.findPromotion(deps.db, of.id, id)))
}

async function insert(
  deps: Deps,
  tx: Tx,
  id: string,
  digital_ticket_id: string,
  { code, count, types, presale, ...terms }: PromotionInput,
) {
  const row: Promotion = {
    ...{ ...terms, id, digital_ticket_id, presale: presale ? 1 : 0, stopped: 0 },
    type_ids: JSON.stringify(types),
    created_at: isoNow(deps),
    ...(count > 1 && { seats: 1 }),
  }
  await query.insertPromotion(tx, row)
  const codes = new Set(code ? [code] : [])
  while (codes.size < count) codes.add(newCode())
  await query.insertCodes(
    tx,
    [...codes].map((text) => ({
      ...{ id: deps.newId(), promotion_id: id, digital_ticket_id, code: text, taken: 0 },
    })),
  )
}

/** Locks the ticket, so that no purchase uses a code meanwhile, and finds one of its promotions. */
async function lockPromotion(tx: Tx, { id, promotion }: OfPromotion) {
  await holdTicket(tx, id)
  return orNotFound(await query.findPromotion(tx, id, promotion))
}

export async function stop(deps: Deps, viewer: Viewer, of: OfPromotion, stopped: boolean) {
  await getOwnTicket(deps.db, viewer, of)
  await transact(deps.db, async (tx) => {
    const { id } = await lockPromotion(tx, of)
    await query.setStopped(tx, id, stopped ? 1 : 0)
  })
}

export async function remove(deps: Deps, viewer: Viewer, of: OfPromotion) {
  await getOwnTicket(deps.db, viewer, of)
  await transact(deps.db, async (tx) => {
    const { id, was_used } = await lockPromotion(tx, of)
    if (Number(was_used) === 1) throw new ApiError(409, CODE_STANDS)
    await query.deletePromotion(tx, id)
  })
}

/** The table of a promotion's codes, with the links that bring them along. */
export async function exportCodes(
  deps: Deps,
  viewer: Viewer,
  of: OfPromotion,
): Promise<FileAnswer> {
  const { title } = await getOwnTicket(deps.read, viewer, of)
  const { seats } = orNotFound(await query.findPromotion(deps.read, of.id, of.promotion))
  const path = seatedProductPath({ kind: 'digital_ticket', room: of.roomid, id: of.id })
  const page = `${deps.config.siteUrl}${path}`
  const rows = (await query.listCodes(deps.read, of.promotion)).map(({ code, taken }) => [
    ...[code, `${page}#${CODE_FRAGMENT}=${code}`, taken, seats],
  ])
  const bytes = csvOf([['コード', 'リンク', '使われた枚数', '使える枚数'], ...rows])
  return { bytes, type: 'text/csv; charset=utf-8', name: `${title}のコード.csv` }
}
