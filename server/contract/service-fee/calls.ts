import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type ServiceFee = z.output<typeof schema.ServiceFee>

/** The platform fee, which is public: the terms name it, too. */
export const serviceFee = endpoints<typeof schema.shapes>()({
  getServiceFee: { method: 'GET', path: '/service_fee', auth: 'none' },
})
