import { addRow } from '#server/testing/rows.ts'
import type { World } from '#server/testing/world.ts'
import { skeletonOf } from '../handle.ts'
import { hashPassword } from '../password/password.ts'

export const PASSWORD = 'korekara-umi-e'
const hash = hashPassword(PASSWORD)

/** Adds a user `<name>@room.test`; all have the same password. */
export async function addPerson(
  world: World,
  name: string,
  row: Partial<Parameters<typeof addRow<'user'>>[2]> = {},
) {
  const name_skeleton = skeletonOf(name)
  await addRow(world.db, 'user', { id: name, name_skeleton, password_hash: await hash, ...row })
}
