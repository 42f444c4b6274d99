import { vouchers } from '#contract/vouchers/calls.ts'
import { shapes } from '#contract/vouchers/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { SaleDeps } from '../product.ts'
import * as service from './service.ts'

export const voucherRoutes = (deps: SaleDeps) =>
  routes(vouchers, shapes, {
    listVouchers: ({ viewer, query }) => service.list(deps, viewer, query),
    getVoucher: ({ viewer, params }) => service.get(deps, viewer, params.id),
    cancelVoucher: ({ viewer, params }) => service.cancel(deps, viewer, params.id),
  })
