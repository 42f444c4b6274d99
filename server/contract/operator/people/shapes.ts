import * as z from 'zod'
import { RoomState } from '../../rooms/shapes.ts'
import { EmailAddress } from '../../shared/email.schema.ts'
import { SEARCH_MAX } from '../../shared/limits.ts'
import { Flag, Instant, Member, Paging, Path, Yen } from '../../shared/shared.schema.ts'
import { AuditRow } from '../audit/shapes.ts'
import { Reason } from '../reason.schema.ts'
import { Reports, Suspension } from '../suspension.schema.ts'

const ByName = z.object({ name: z.string() })

export const PersonRow = Member.extend({
  role: z.enum(['member', 'operator']),
  status: z.enum(['active', 'suspended']),
  created_at: Instant,
})

const Membership = z.object({
  /** Path of a room. */
  room: z.string(),
  title: z.string(),
  status: z.enum(['active', 'past_due', 'incomplete']),
  amount: Yen,
  joined_at: Instant,
})

export const Person = PersonRow.extend({
  id: z.string(),
  email: z.string(),
  about: z.string(),
  icon_image_path: Path,
  former_names: z.array(z.string()),
  followers: z.int(),
  /** Valid entitlements to events and entry tickets. */
  tickets: z.int(),
  sessions: z.int(),
  last_seen_at: Instant.nullable(),
  suspension: Suspension.nullable(),
  room: z
    .object({
      id: z.string(),
      title: z.string(),
      state: RoomState,
      subscribers: z.int(),
      amount: Yen,
    })
    .nullable(),
  memberships: z.array(Membership),
  reports: Reports,
  acts: z.array(AuditRow),
  /** Actions that this operator may take now. */
  can: z.object({ suspend: z.boolean(), restore: z.boolean() }),
})

export const shapes = {
  listPeople: {
    query: Paging.extend({
      search: z.string().trim().max(SEARCH_MAX).optional(),
      state: z.enum(['suspended', 'official', 'operator']).optional(),
    }),
    output: z.array(PersonRow),
  },
  findByEmail: {
    body: z.object({
      email: EmailAddress,
    }),
    output: z.object({ name: z.string() }),
  },
  getPerson: { params: ByName, output: Person },
  suspendPerson: { params: ByName, body: z.object({ reason: Reason }), output: Person },
  restorePerson: { params: ByName, body: z.object({ reason: Reason }), output: Person },
  setOfficial: {
    params: ByName,
    body: z.object({ official_flg: Flag, reason: Reason }),
    output: Person,
  },
}
