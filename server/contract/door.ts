import type * as z from 'zod'
import type * as schema from './door.schema.ts'
import { endpoints } from './endpoint.ts'

export type Gate = z.output<typeof schema.Gate>
export type Bundle = z.output<typeof schema.Bundle>
export type Line = z.output<typeof schema.Line>
export type Holder = z.output<typeof schema.Holder>
export type DoorReport = z.output<typeof schema.Report>

const TICKET = '/room/:roomid/digitalTicket/:id'

/** The doors of a ticket: what its owner and staff plan, what their phones are told, and what those did. */
export const door = endpoints<typeof schema.shapes>()({
  listGates: { method: 'GET', path: `${TICKET}/gate`, auth: 'viewer' },
  /** `invite_url` is shown once: whoever opens it first works at this gate. */
  createGate: { method: 'POST', path: `${TICKET}/gate`, auth: 'viewer', status: 201, secret: true },
  /** A new invitation instead of the one before, while nobody has taken it. */
  inviteToGate: {
    method: 'POST',
    path: `${TICKET}/gate/:gid/invite`,
    auth: 'viewer',
    secret: true,
  },
  revokeGate: { method: 'DELETE', path: `${TICKET}/gate/:gid`, auth: 'viewer', status: 204 },
  claimGate: { method: 'POST', path: '/gate/claim', auth: 'none', secret: true },
  /** The same for the owner and staff, on their own phone and without an invitation. */
  workGate: { method: 'POST', path: `${TICKET}/gate/:gid/claim`, auth: 'viewer', secret: true },
  /**
   * By the gate's phone, by whoever took it with their login, or by the owner: the gate is nobody's, what was done there
   * stays, and the next phone goes on after it. To be asked once the log was sent: of this phone, no line is taken
   * afterwards. A token is none from then on (401): its phone has left.
   */
  leaveGate: { method: 'DELETE', path: `${TICKET}/gate/:gid/claim`, auth: 'door', status: 204 },
  getBundle: { method: 'GET', path: `${TICKET}/gate/:gid/bundle`, auth: 'door', kept: true },
  /** Any number of times, in any order: what is kept comes to the same. */
  sendGateLog: { method: 'POST', path: `${TICKET}/gate/:gid/log`, auth: 'door' },
  /** Newest first. */
  listGateLog: { method: 'GET', path: `${TICKET}/log`, auth: 'viewer', kind: 'list' },
  /** By 整理番号. `format=csv`: all of them, as a table. */
  listHolders: { method: 'GET', path: `${TICKET}/holder`, auth: 'viewer', kind: 'list' },
  /** Whose ticket it is, for a door that has a network. */
  getHolder: { method: 'GET', path: `${TICKET}/holder/:hash`, auth: 'door' },
  cancelHolder: {
    method: 'POST',
    path: `${TICKET}/holder/:issued_id/cancel`,
    auth: 'viewer',
    status: 202,
  },
  getDoorReport: { method: 'GET', path: `${TICKET}/report`, auth: 'viewer' },
})
