import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type CompanionInvitation = z.output<typeof schema.CompanionInvitation>

const SEAT = '/me/digitalTicket/:id/companion/:seat'

/** 同行者: seats of a purchase that its buyer hands over by a link; who opens it accepts it into their own box. */
export const companions = endpoints<typeof schema.shapes>()({
  /** Makes the link of a seat; an earlier one of the same seat ends. */
  linkCompanion: { method: 'POST', path: SEAT, auth: 'viewer', status: 201, secret: true },
  /** Ends the link of a seat that nobody accepted. Idempotent. */
  unlinkCompanion: { method: 'DELETE', path: SEAT, auth: 'viewer', status: 204 },
  /** What a link offers. The secret stands in the link's fragment, and in no address that is logged. */
  readCompanionLink: { method: 'POST', path: '/companion', auth: 'optional' },
  acceptCompanion: { method: 'POST', path: '/companion/accept', auth: 'viewer' },
})
