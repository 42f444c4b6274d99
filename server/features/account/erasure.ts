import type { Engine } from '#server/db/engine.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { POSTED } from '#server/features/threads/attachments.ts'
import { markOrphaned } from '#server/media/orphans.ts'
import { pendingPath } from '#server/ports/media.ts'
import { eraseRoom, FORGOTTEN } from './erasing/room-queries.ts'
import { eraseTexts } from './erasing/text-queries.ts'
import { eraseTraces } from './erasing/trace-queries.ts'
import { clearUnread, deleteFollows, deleteUploads, eraseUser } from './erasure-queries.ts'

/** Folders of uploaded files. Demo files are in other folders and shared by several users. */
const SENT = [
  ...['public/user/', 'public/room/', 'public/stamp/', 'public/event/', 'public/ticket/'],
  POSTED,
]
const isSent = (path: string | null): path is string =>
  path !== null && SENT.some((folder) => path.startsWith(folder))

/**
 * Erases a person with everything they wrote and made. Orders, ledger and receipts stay as the law requires, without
 * the buyer's identity. Returns the files to delete, which are marked as orphaned until then.
 */
export async function erase(
  tx: Tx,
  search: Engine['search'],
  user: Schema['user'],
  at: string,
): Promise<string[]> {
  const uploads = await deleteUploads(tx, user.id)
  const ofRoom = await eraseRoom(tx, search, user.id, at)
  await eraseTexts(tx, user.id, at)
  await deleteFollows(tx, user.id)
  await eraseTraces(tx, user, at)
  await search.remove(tx, 'user', user.id)
  await clearUnread(tx, user.id)
  await eraseUser(tx, user.id, { ...nobody(user.id), updated_at: at })
  const paths = [user.icon_path, user.icon_small_path, ...ofRoom].filter(isSent)
  const files = [...paths, ...uploads.map(pendingPath)]
  await markOrphaned(tx, files, at)
  return files
}

const nobody = (id: string): Partial<Schema['user']> => ({
  name: `left_${id}`,
  name_skeleton: `left_${id}`,
  display_name: FORGOTTEN,
  email: `${id}@left.invalid`,
  email_verified_at: null,
  password_hash: null,
  about: '',
  icon_path: null,
  icon_small_path: null,
  official_flg: 0,
  birth_y: 0,
  birth_m: 0,
  birth_d: 0,
  gender: 9,
  guardian_consent_at: null,
  followers: 0,
  following: 0,
  unread_messages: 0,
  publishes_attendance: 0,
  publishes_memberships: 0,
  role: 'member',
  status: 'deleted',
})
