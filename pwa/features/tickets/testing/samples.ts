import type { OwnEvent } from '#contract/events/calls.ts'
import type { DigitalTicket, IssuedTicket } from '#contract/tickets/calls.ts'

const room = { id: 'aoi', title: '夜ふかし喫茶室', icon_image_path: null, tint: '#2F5D62' }

/** An upcoming event, published and on sale; `change` overrides fields. */
export const anEvent = (change: Partial<OwnEvent> = {}): OwnEvent => ({
  id: 'e1',
  title: '夜ふかし朗読会',
  about: '',
  start: '2026-11-27T11:00:00.000Z',
  end: '2026-11-27T13:00:00.000Z',
  amount: 1_980,
  capacity: 400,
  remaining: 272,
  participants: 128,
  thumbnail_image_path: '/media/stars.png',
  live_talk: 1,
  publishment_flg: 0,
  moved_from: null,
  archive_deleted_at: null,
  archive: 0,
  archive_until: null,
  archive_days: 14,
  sales_end: '2026-11-27T12:30:00.000Z',
  room,
  host: { name: 'aoi', display_name: '藍川 あおい', icon_image_small_path: null, official_flg: 1 },
  joined: true,
  is_owner: false,
  can: { buy: false, watch: true, speak: true, edit: false, moderate: false },
  notify: true,
  cancelled: false,
  sales: { tickets: 128, gross: 253_440, net: 219_008, unbooked: 0 },
  audience: {
    live: { people: 0, minutes: 0, peak: 0 },
    archive: { people: 0, minutes: 0, peak: 0 },
    talk: { messages: 0, people: 0 },
  },
  status: 'published',
  auto_start: 0,
  taken: 128,
  was_sold: true,
  open_fields: [],
  ...change,
})

const aTicket: DigitalTicket = {
  id: 'd1',
  title: '真鍋ひなた ピアノ弾き語り「冬のはじまり」',
  about: '',
  venue: '灯ホール 下北沢',
  opens_at: '2026-11-28T09:30:00.000Z',
  starts_at: '2026-11-28T10:00:00.000Z',
  valid_until: '2026-11-28T14:00:00.000Z',
  amount: 3_500,
  capacity: 200,
  remaining: 125,
  image_path: null,
  room,
  held: true,
  no_transfer: true,
  named: false,
  members_only: false,
  reentry: false,
  is_owner: false,
  works_door: false,
  status: 'published',
  open_fields: [],
}

/** A valid entry ticket. */
export const anIssued = (
  change: Partial<IssuedTicket> = {},
  ticket: Partial<DigitalTicket> = {},
): IssuedTicket => ({
  id: 'i1',
  number: 'A 042',
  gate_hint: 'A入口',
  status: 'valid',
  holder_name: '佐藤 千晴',
  issued_at: '2026-11-01T00:00:00.000Z',
  used_at: null,
  used_gate: null,
  credential: '',
  offered_to: null,
  entrant: null,
  ticket: { ...aTicket, ...ticket },
  ...change,
})
