import type { Reportable } from '#server/features/reports/reportable.ts'
import type { Deps } from '#server/process/deps.ts'
import { getVisibleEvent } from './service.ts'

/** An event as reported content. */
export const reportableEvent =
  ({ read, clock }: Pick<Deps, 'read' | 'clock'>): Reportable =>
  async (viewer, { id }) => {
    const { event } = await getVisibleEvent(read, viewer, id, clock.now().toISOString())
    const { title, about, thumbnail_image_path } = event
    return { id, authorId: event.owner_id, evidence: { title, about, thumbnail_image_path } }
  }
