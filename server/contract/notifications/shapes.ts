import * as z from 'zod'
import { ById, Instant, Paging, Path } from '../shared/shared.schema.ts'

export const ListedNotification = z.object({
  id: z.string(),
  /** What it is about: `thread`, `comment`, `event`, `ticket`, `message`, `payment`, `payout`; later ones may follow. */
  topic: z.string(),
  title: z.string(),
  text: z.string(),
  /** Path of the thing on this site; null if it is gone, or not for the viewer any more. */
  path: z.string().nullable(),
  /** Picture of its room, if it has one. */
  icon_image_path: Path,
  created_at: Instant,
  unread: z.boolean(),
})

export const shapes = {
  listNotifications: { query: Paging, output: z.array(ListedNotification) },
  readNotification: { params: ById },
  readNotifications: { body: z.object({ until: Instant }) },
}
