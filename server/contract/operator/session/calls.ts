import { endpoints } from '../../http/endpoint.ts'
import type * as schema from './shapes.ts'

/** The admin pages open for a while after the password is entered again. */
export const operatorSession = endpoints<typeof schema.shapes>()({
  getConfirmation: { method: 'GET', path: '/operator/session', auth: 'desk' },
  confirm: { method: 'POST', path: '/operator/session', auth: 'desk', secret: true },
  endConfirmation: { method: 'DELETE', path: '/operator/session', auth: 'desk', status: 204 },
})
