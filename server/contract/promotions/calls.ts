import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type UsableCode = z.output<typeof schema.UsableCode>
export type OwnPromotion = z.output<typeof schema.OwnPromotion>
export type PromotionInput = z.output<typeof schema.PromotionInput>

const ALL = '/room/:roomid/digitalTicket/:id/promotion'
const ONE = `${ALL}/:promotion` as const

/** Codes of entry tickets (招待・割引・先行), which their owner makes and hands out. */
export const promotions = endpoints<typeof schema.shapes>()({
  /** Of the owner's ticket, the newest first. */
  listPromotions: { method: 'GET', path: ALL, auth: 'viewer' },
  createPromotion: { method: 'POST', path: ALL, auth: 'viewer', status: 201 },
  /** Lets nobody use its codes any more, or somebody again. Idempotent. */
  stopPromotion: { method: 'PUT', path: ONE, auth: 'viewer', status: 204 },
  /** Only one whose codes nobody has used. */
  removePromotion: { method: 'DELETE', path: ONE, auth: 'viewer', status: 204 },
  /** Its codes with their links as a table. */
  exportCodes: { method: 'GET', path: `${ONE}/codes.csv`, auth: 'viewer', kind: 'file' },
  /** What a code gives the viewer. The code stands in no address that is logged. */
  readCode: { method: 'POST', path: '/digitalTicket/:id/code', auth: 'viewer' },
})
