import type { Schema } from '#server/db/schema.ts'

type MemberRow = Pick<Schema['user'], 'name' | 'display_name' | 'icon_small_path' | 'official_flg'>

/** A person as others see them. */
export const presentMember = ({
  name,
  display_name,
  icon_small_path,
  official_flg,
}: MemberRow) => ({
  name,
  display_name,
  icon_image_small_path: icon_small_path,
  official_flg,
})
