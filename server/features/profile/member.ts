import { SUSPENDED_NAME } from '#contract/auth/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import { publicUrl } from '#server/media/media-url.ts'
import type { Viewer } from '#server/process/deps.ts'

export type MemberRow = Pick<
  Schema['user'],
  'name' | 'display_name' | 'icon_small_path' | 'official_flg'
> & {
  /** Omitted by queries that return active people only. */
  member_status?: Schema['user']['status']
}

/** Whether a left join found the person. */
export const hasMember = <R extends { [K in keyof MemberRow]: MemberRow[K] | null }>(
  row: R,
): row is R & MemberRow => row.name !== null

/** A person as shown to others; of a suspended one only the status and the handle. */
export const presentMember = (row: MemberRow) =>
  row.member_status === 'suspended' ? presentSuspended(row) : present(row)

const presentSuspended = ({ name }: MemberRow) => ({
  name,
  display_name: SUSPENDED_NAME,
  icon_image_small_path: null,
  official_flg: 0 as const,
})

const present = (row: MemberRow) => ({
  name: row.name,
  display_name: row.display_name,
  icon_image_small_path: publicUrl(row.icon_small_path),
  official_flg: row.official_flg,
})

/** Search index text of a person. */
export const userText = ({ name, display_name }: Pick<Schema['user'], 'name' | 'display_name'>) =>
  `${display_name} ${name}`

/** Id of a visitor: no row belongs to it. */
export const NOBODY = ''
export const idOf = (viewer: Pick<Viewer, 'id'> | null) => viewer?.id ?? NOBODY
