import { endpoints } from '../endpoint.ts'
import type * as schema from './session.schema.ts'

/** The operator's desk opens for a while once the password was given again. */
export const operatorSession = endpoints<typeof schema.shapes>()({
  getConfirmation: { method: 'GET', path: '/operator/session', auth: 'desk' },
  confirm: { method: 'POST', path: '/operator/session', auth: 'desk', secret: true },
  endConfirmation: { method: 'DELETE', path: '/operator/session', auth: 'desk', status: 204 },
})
