import * as z from 'zod'
import { RoomState } from '../../rooms/shapes.ts'
import { SEARCH_MAX } from '../../shared/limits.ts'
import { ById, Instant, Member, Paging, Path, Yen } from '../../shared/shared.schema.ts'
import { RoomStamp } from '../../stamps/shapes.ts'
import { AuditRow } from '../audit/shapes.ts'
import { Reason } from '../reason.schema.ts'
import { Reports, Suspension } from '../suspension.schema.ts'

export const RoomRow = z.object({
  /** Path segment: the owner's handle. */
  id: z.string(),
  title: z.string(),
  state: RoomState,
  amount: Yen,
  subscribers: z.int(),
  icon_image_path: Path,
  created_at: Instant,
  owner: Member,
})

const EventLine = z.object({
  id: z.string(),
  title: z.string(),
  start: Instant,
  publishment_flg: z.literal([0, 1, 2, 3]),
  participants: z.int(),
})

export const OperatorRoom = RoomRow.extend({
  /** The room's internal id, used in the audit log. */
  room_id: z.string(),
  about: z.string(),
  header_image_path: Path,
  /** Number of members by state. */
  members: z.object({ active: z.int(), past_due: z.int(), incomplete: z.int(), paying: z.int() }),
  /** Events that are not over. */
  events: z.array(EventLine),
  stamps: z.array(RoomStamp),
  suspension: Suspension.nullable(),
  /** Suspended together with its owner, and restored with them. */
  owner_suspended: z.boolean(),
  reports: Reports,
  acts: z.array(AuditRow),
  can: z.object({ suspend: z.boolean(), restore: z.boolean() }),
})

export const shapes = {
  listOperatorRooms: {
    query: Paging.extend({
      search: z.string().trim().max(SEARCH_MAX).optional(),
      state: z.coerce.number().pipe(RoomState).optional(),
    }),
    output: z.array(RoomRow),
  },
  getOperatorRoom: { params: ById, output: OperatorRoom },
  suspendRoom: { params: ById, body: z.object({ reason: Reason }), output: OperatorRoom },
  restoreRoom: { params: ById, body: z.object({ reason: Reason }), output: OperatorRoom },
  removeRoomStamp: {
    params: ById.extend({ stamp_id: z.string() }),
    body: z.object({ reason: Reason }),
    output: OperatorRoom,
  },
}
