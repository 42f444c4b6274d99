import * as z from 'zod'
import { type Arrived, line, picture, tooLongText } from '../shared/form.schema.ts'
import { ById } from '../shared/shared.schema.ts'
import { STAMP_MAX } from './limits.ts'
import { STAMP_NAME_NEEDED, STAMP_PICTURE_NEEDED } from './messages.ts'

export const RoomStamp = z.object({ id: z.string(), name: z.string(), image_path: z.string() })

const Writing = z.object({
  stamp_name: line.pipe(
    z
      .string()
      .min(1, { error: STAMP_NAME_NEEDED })
      .max(STAMP_MAX.name, { error: tooLongText('スタンプの名前', STAMP_MAX.name) }),
  ),
  image: picture.pipe(z.custom<Arrived>(Boolean, { error: STAMP_PICTURE_NEEDED })),
})
export type StampWriting = z.output<typeof Writing>

export const shapes = {
  listStamps: { params: ById, output: z.array(RoomStamp) },
  addStamp: { params: ById, body: Writing, output: RoomStamp },
  orderStamps: {
    params: ById,
    body: z.object({ ids: z.array(z.string()).max(STAMP_MAX.count) }),
  },
  removeStamp: { params: ById.extend({ stamp_id: z.string() }) },
}
