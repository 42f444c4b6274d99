import type { Engine } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'

export const FORGOTTEN = '退会したユーザー'

type Path = string | null

/**
 * Blanks the room of a deleted account and removes it from search. Titles of sold products stay, since they are on
 * the buyers' receipts. Returns the paths of the files to delete.
 */
export async function eraseRoom(
  tx: Tx,
  search: Engine['search'],
  userId: string,
  updated_at: string,
): Promise<Path[]> {
  const room = await tx
    .selectFrom('room')
    .select(['id', 'header_image_path', 'icon_image_path'])
    .where('owner_id', '=', userId)
    .executeTakeFirst()
  const written = await eraseThreads(tx, userId, room?.id ?? null)
  await eraseSeller(tx, userId)
  if (!room) return written
  const nothing = { title: FORGOTTEN, about: '', header_image_path: null, icon_image_path: null }
  await tx
    .updateTable('room')
    .set({ ...nothing, tags: '', state: 9, tint: null, updated_at })
    .where('id', '=', room.id)
    .execute()
  await tx
    .deleteFrom('suspension')
    .where('kind', '=', 'room')
    .where('subject_id', '=', room.id)
    .execute()
  for (const table of ['room_menu', 'room_staff', 'room_tag'] as const)
    await tx.deleteFrom(table).where('room_id', '=', room.id).execute()
  await tx
    .updateTable('conversation')
    .set({ title: FORGOTTEN })
    .where('room_id', '=', room.id)
    .execute()
  await search.remove(tx, 'room', room.id)
  const stamps = await tx
    .deleteFrom('stamp')
    .where('room_id', '=', room.id)
    .returning('image_path')
    .execute()
  const events = await eraseEvents(tx, search, room.id)
  const tickets = await eraseTickets(tx, search, room.id)
  const pictures = [
    room.header_image_path,
    room.icon_image_path,
    ...stamps.map(({ image_path }) => image_path),
  ]
  return [...pictures, ...written, ...events, ...tickets]
}

/** Deletes the person's threads in every room, and every thread of their own room. */
async function eraseThreads(tx: Tx, userId: string, roomId: string | null): Promise<Path[]> {
  const threads = await tx
    .selectFrom('thread')
    .select('id')
    .where((eb) => eb.or([eb('author_id', '=', userId), eb('room_id', '=', roomId ?? '')]))
    .execute()
  const ids = threads.map(({ id }) => id)
  if (ids.length === 0) return []
  const media = await tx
    .selectFrom('thread_media')
    .select(['path', 'small_path', 'thumbnail_path'])
    .where('thread_id', 'in', ids)
    .execute()
  await tx.deleteFrom('thread').where('id', 'in', ids).execute()
  return media.flatMap((file) => [file.path, file.small_path, file.thumbnail_path])
}

/** Blanks the events. `archive: 0` makes the next sweep delete their recordings. */
async function eraseEvents(tx: Tx, search: Engine['search'], roomId: string): Promise<Path[]> {
  const events = await tx
    .selectFrom('event')
    .select(['id', 'thumbnail_image_path'])
    .where('room_id', '=', roomId)
    .orderBy('id')
    .execute()
  const ofRoom = tx.updateTable('event').where('room_id', '=', roomId)
  const nothing = { about: '', tags: '', thumbnail_image_path: null, ng_words: '[]' }
  await ofRoom.set({ ...nothing, archive: 0 }).execute()
  await ofRoom.set({ title: FORGOTTEN }).where('status', '=', 'draft').execute()
  for (const { id } of events) {
    for (const table of ['stream_key', 'stream_source', 'caption', 'event_tag'] as const)
      await tx.deleteFrom(table).where('event_id', '=', id).execute()
    await search.remove(tx, 'event', id)
  }
  return events.map((event) => event.thumbnail_image_path)
}

async function eraseTickets(tx: Tx, search: Engine['search'], roomId: string): Promise<Path[]> {
  const tickets = await tx
    .selectFrom('digital_ticket')
    .select(['id', 'image_path'])
    .where('room_id', '=', roomId)
    .execute()
  const ofRoom = tx.updateTable('digital_ticket').where('room_id', '=', roomId)
  await ofRoom.set({ about: '', venue: '', image_path: null }).execute()
  await ofRoom.set({ title: FORGOTTEN }).where('status', '=', 'draft').execute()
  await eraseTypes(tx, roomId)
  await eraseGates(tx, roomId)
  for (const { id } of tickets) await search.remove(tx, 'ticket', id)
  return tickets.map(({ image_path }) => image_path)
}

/** The names of types stay on the receipts of their buyers; a draft has none. */
async function eraseTypes(tx: Tx, roomId: string) {
  const tickets = tx.selectFrom('digital_ticket').select('id').where('room_id', '=', roomId)
  const ofRoom = tx.updateTable('ticket_type').where('digital_ticket_id', 'in', tickets)
  await ofRoom.set({ note: '' }).execute()
  const drafts = tickets.where('status', '=', 'draft')
  await tx
    .updateTable('ticket_type')
    .set({ name: FORGOTTEN })
    .where('digital_ticket_id', 'in', drafts)
    .execute()
}

/** Blanks the names of gates, which are also printed on tickets. */
async function eraseGates(tx: Tx, roomId: string) {
  const ids = tx.selectFrom('digital_ticket').select('id').where('room_id', '=', roomId)
  await tx.updateTable('gate').set({ name: '' }).where('digital_ticket_id', 'in', ids).execute()
  await tx
    .updateTable('issued_ticket')
    .set({ gate_hint: '' })
    .where('digital_ticket_id', 'in', ids)
    .execute()
}

/** Seller details stay on the buyers' receipts only. */
async function eraseSeller(tx: Tx, userId: string) {
  await tx
    .updateTable('seller_account')
    .set({
      seller: '{}',
      reasons: '[]',
      invoice_number: null,
      invoice_since: null,
      shown_hash: null,
    })
    .where('user_id', '=', userId)
    .execute()
  const update = tx.updateTable('disclosure_request').where('seller_id', '=', userId)
  await update.set({ name: '', email: '', reason: '' }).execute()
  await update.set({ state: 'expired' }).where('state', '=', 'open').execute()
}
