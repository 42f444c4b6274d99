import type { Reportable } from '#server/features/reports/reportable.ts'
import { isoNow } from '#server/ports/clock.ts'
import { getVisibleEvent } from './service.ts'

/** An event as reported content. */
export const reportableEvent: Reportable = async (deps, viewer, { id }) => {
  const { event } = await getVisibleEvent(deps.read, viewer, id, isoNow(deps))
  const { title, about, thumbnail_image_path } = event
  return { id, authorId: event.owner_id, evidence: { title, about, thumbnail_image_path } }
}
