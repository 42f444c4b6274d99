import { lottery } from '#contract/lottery/calls.ts'
import { shapes } from '#contract/lottery/shapes.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { routes } from '#server/http/routes.ts'
import * as editing from './edit-lottery.ts'
import * as service from './service.ts'

export function lotteryRoutes(deps: SaleDeps) {
  return routes(lottery, shapes, {
    getLottery: ({ viewer, params }) => service.get(deps, viewer, params),
    getDrawList: ({ params }) => service.getList(deps, params),
    getDrawResult: ({ params }) => service.getResult(deps, params),
    getApplication: ({ viewer, params, query }) =>
      service.getOwn(deps, viewer, params.id, query.invite),
    apply: ({ viewer, params, body }) => service.apply(deps, viewer, params.id, body),
    withdrawApplication: ({ viewer, params }) => service.withdraw(deps, viewer, params.id),
    getOwnLottery: ({ viewer, params }) => editing.getOwn(deps, viewer, params),
    setLottery: ({ viewer, params, body }) => editing.set(deps, viewer, params, body),
    removeLottery: ({ viewer, params }) => editing.remove(deps, viewer, params),
  })
}
