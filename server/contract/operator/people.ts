import type * as z from 'zod'
import { endpoints } from '../endpoint.ts'
import type * as schema from './people.schema.ts'

export type PersonRow = z.output<typeof schema.PersonRow>
export type Person = z.output<typeof schema.Person>

/** Whoever has an account, as operators see them. */
export const operatorPeople = endpoints<typeof schema.shapes>()({
  /** By handle or display name, the newest first. */
  listPeople: { method: 'GET', path: '/operator/user', auth: 'operator', kind: 'list' },
  /** An address stands in no URL. */
  findByEmail: { method: 'POST', path: '/operator/user/by_email', auth: 'operator', secret: true },
  getPerson: { method: 'GET', path: '/operator/user/:name', auth: 'operator' },
  /** Ends every login at once; their room stops with them, and nothing is charged of itself. */
  suspendPerson: { method: 'POST', path: '/operator/user/:name/suspension', auth: 'operator' },
  restorePerson: { method: 'DELETE', path: '/operator/user/:name/suspension', auth: 'operator' },
  setOfficial: { method: 'PUT', path: '/operator/user/:name/official', auth: 'operator' },
})
