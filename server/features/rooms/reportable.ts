import { findUserByName } from '#server/features/auth/queries.ts'
import type { Reportable } from '#server/features/reports/reportable.ts'
import { notFound } from '#server/http/api-error.ts'
import { getVisibleRoom } from './service.ts'

/** A room as reported content, by its name. */
export const reportableRoom: Reportable = async (deps, viewer, { id }) => {
  const room = await getVisibleRoom(deps.read, viewer, id)
  const { title, about, header_image_path, icon_image_path } = room
  return {
    id: room.id,
    authorId: room.owner_id,
    evidence: { title, about, header_image_path, icon_image_path },
  }
}

/** A person as reported content, by name. */
export const reportableUser: Reportable = async (deps, _viewer, { id }) => {
  const user = await findUserByName(deps.read, id)
  if (user?.status !== 'active') throw notFound()
  const { name, display_name, about, icon_path } = user
  return { id: user.id, authorId: user.id, evidence: { name, display_name, about, icon_path } }
}
