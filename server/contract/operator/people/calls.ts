import type * as z from 'zod'
import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type PersonRow = z.output<typeof schema.PersonRow>
export type Person = z.output<typeof schema.Person>

/** Accounts, as operators see them. */
export const operatorPeople = endpoints<typeof schema.shapes>()({
  /** By handle or display name, newest first. */
  listPeople: { method: 'GET', path: '/operator/user', auth: 'operator', kind: 'list' },
  /** POST keeps the address out of the URL. */
  findByEmail: { method: 'POST', path: '/operator/user/by_email', auth: 'operator', secret: true },
  getPerson: { method: 'GET', path: '/operator/user/:name', auth: 'operator' },
  /** Ends every session at once; their room is suspended too, and charges stop. */
  suspendPerson: { method: 'POST', path: '/operator/user/:name/suspension', auth: 'operator' },
  restorePerson: { method: 'DELETE', path: '/operator/user/:name/suspension', auth: 'operator' },
  setOfficial: { method: 'PUT', path: '/operator/user/:name/official', auth: 'operator' },
})
