import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Gate = z.output<typeof schema.Gate>
export type Bundle = z.output<typeof schema.Bundle>
export type GateLogLine = z.output<typeof schema.GateLogLine>
export type Holder = z.output<typeof schema.Holder>
export type DoorReport = z.output<typeof schema.DoorReport>

const TICKET = '/room/:roomid/digitalTicket/:id'

/** Gates of a ticket: plan, bundles for the phones, and their logs. */
export const door = endpoints<typeof schema.shapes>()({
  listGates: { method: 'GET', path: `${TICKET}/gate`, auth: 'viewer' },
  /** `invite_url` is returned once: the first phone that opens it is assigned to this gate. */
  createGate: { method: 'POST', path: `${TICKET}/gate`, auth: 'viewer', status: 201, secret: true },
  /** Replaces an invitation that has not been used. */
  inviteToGate: {
    method: 'POST',
    path: `${TICKET}/gate/:gid/invite`,
    auth: 'viewer',
    secret: true,
  },
  revokeGate: { method: 'DELETE', path: `${TICKET}/gate/:gid`, auth: 'viewer', status: 204 },
  claimGate: { method: 'POST', path: '/gate/claim', auth: 'none', secret: true },
  /** Assigns the gate to a phone of the owner or of staff, without an invitation. */
  workGate: { method: 'POST', path: `${TICKET}/gate/:gid/claim`, auth: 'viewer', secret: true },
  /**
   * Unassigns the gate: called by its phone, by the user who claimed it, or by the owner. Its log stays, and the next
   * phone continues it. Send the log first: later lines of this phone are refused, and its token becomes invalid
   * (401).
   */
  leaveGate: { method: 'DELETE', path: `${TICKET}/gate/:gid/claim`, auth: 'door', status: 204 },
  getBundle: { method: 'GET', path: `${TICKET}/gate/:gid/bundle`, auth: 'door', cacheable: true },
  /** Idempotent and independent of order. */
  sendGateLog: { method: 'POST', path: `${TICKET}/gate/:gid/log`, auth: 'door' },
  /** Newest first. */
  listGateLog: { method: 'GET', path: `${TICKET}/log`, auth: 'viewer', kind: 'list' },
  /** Sorted by 整理番号. `format=csv`: all of them as a table. */
  listHolders: { method: 'GET', path: `${TICKET}/holder`, auth: 'viewer', kind: 'list' },
  /** Holder of a ticket, for a gate that is online. */
  getHolder: { method: 'GET', path: `${TICKET}/holder/:hash`, auth: 'door' },
  cancelHolder: {
    method: 'POST',
    path: `${TICKET}/holder/:issued_id/cancel`,
    auth: 'viewer',
    status: 202,
  },
  getDoorReport: { method: 'GET', path: `${TICKET}/report`, auth: 'viewer' },
})
