import type { Schema } from '#server/db/schema.ts'
import type { Viewer } from '#server/deps.ts'
import { publicUrl } from '#server/http/media-url.ts'

export type MemberRow = Pick<
  Schema['user'],
  'name' | 'display_name' | 'icon_small_path' | 'official_flg'
>

/** A person as others see them. */
export const presentMember = (row: MemberRow) => ({
  name: row.name,
  display_name: row.display_name,
  icon_image_small_path: publicUrl(row.icon_small_path),
  official_flg: row.official_flg,
})

/** What a person is found by. */
export const userText = ({ name, display_name }: Pick<Schema['user'], 'name' | 'display_name'>) =>
  `${display_name} ${name}`

/** No row belongs to it: a visitor holds and owns nothing. */
const NOBODY = ''
export const idOf = (viewer: Pick<Viewer, 'id'> | null) => viewer?.id ?? NOBODY
